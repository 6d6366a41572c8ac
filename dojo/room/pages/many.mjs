/* The names of many pairs at once, as lines of a text: `tables-1: ada-and-bea`; with nothing behind the colon it goes. */

/** A line for each pair, with the name that it has. */
export const linesOf = (names) => names.map((name) => `${name}: ${name}`).join("\n");

/** The names that are to change: null for a pair that is to be removed. Lines that are not there change nothing. */
export function changedNames(text) {
  const names = {};
  for (const line of text.split("\n")) {
    const [before, ...rest] = line.split(":").map((part) => part.trim());
    if (!before || !rest.length || rest.join(":") === before) continue;
    names[before] = rest.join(":") || null;
  }
  return names;
}

/** What is to happen, in words, before it happens. */
export function changeInWords(names) {
  const removed = Object.keys(names).filter((name) => names[name] === null);
  const renamed = Object.keys(names).length - removed.length;
  const parts = [];
  if (renamed) parts.push(`Rename ${renamed} ${renamed === 1 ? "pair" : "pairs"}`);
  if (removed.length) parts.push(`${parts.length ? "remove" : "Remove"} ${removed.join(", ")}`);
  return `${parts.join(", and ")}? Who is removed cannot come back; the lights are kept on the disk.`;
}
