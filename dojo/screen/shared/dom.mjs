/* The page and its elements. Whatever a pair has sent is only ever the text of an element. */

export const page = document.documentElement;
export const $ = (id) => document.getElementById(id);

export function element(tag, name = "", text = "") {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== "") made.textContent = text;
  return made;
}
