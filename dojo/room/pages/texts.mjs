/* Texts on the page, which change only where they have to. */

// an element that says so already is left alone: what is marked on the page stays marked
export function write(cell, text) {
  if (cell.textContent !== text) cell.textContent = text;
}

export function say(cell, text) {
  write(cell, text);
  cell.hidden = text === "";
}

/** What a projector says of all warnings: the first ones, and how many more there are. */
export function warningsInALine(warnings, most = 2) {
  const said = warnings.filter(Boolean);
  const more = said.length - most;
  return said.slice(0, most).join(" · ") + (more > 0 ? ` · and ${more} more` : "");
}
