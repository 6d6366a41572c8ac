/* The keys of a page, by its ARROWS and LETTERS, and the button for the projector. */
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "?" && $("keys").open) return $("keys").close();
  if (document.querySelector("dialog[open]") || event.target.closest("select, input")) return;
  if (event.key === "Escape" && page.classList.contains("projecting")) project(false);
  else if (ARROWS[event.key]) ARROWS[event.key]();
  else if (LETTERS[event.key] && $("letters").checked) LETTERS[event.key]();
  else return;
  event.preventDefault();
});
$("project").addEventListener("click", () => project(!page.classList.contains("projecting")));
