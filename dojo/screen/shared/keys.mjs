/* The keys of a page, and the button for the projector. */

import { $, page } from "./dom.mjs";
import { project } from "./switches.mjs";

export const toggleProjecting = () => project(!page.classList.contains("projecting"));

/** Does what the page has for a key: `arrows` always, `letters` unless they are switched off. */
export function listenToKeys(arrows, letters) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "?" && $("keys").open) return $("keys").close();
    if (document.querySelector("dialog[open]") || event.target.closest("select, input")) return;
    if (event.key === "Escape" && page.classList.contains("projecting")) project(false);
    else if (Object.hasOwn(arrows, event.key)) arrows[event.key]();
    else if (Object.hasOwn(letters, event.key) && $("letters").checked) letters[event.key]();
    else return;
    event.preventDefault();
  });
  $("project").addEventListener("click", toggleProjecting);
}
