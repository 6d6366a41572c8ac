/* Texts on the page, which change only where they have to. */

// an element that says so already is left alone: what is marked on the page stays marked
export function write(cell, text) {
  if (cell.textContent !== text) cell.textContent = text;
}

export function say(cell, text) {
  write(cell, text);
  cell.hidden = text === "";
}
