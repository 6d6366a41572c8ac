/* A search over the steps of a story: those that have all words that are typed, in their titles, texts or tests. */

import { $, element } from "../../screen/shared/dom.mjs";
import "./site.mjs";

const WORDS_AROUND = 8; // before and behind what is found

let steps = null;

/* The words around the first place at which a text has what is sought. */
function excerpt(text, sought) {
  const words = text.split(" ");
  // what only the title has: the text begins
  const place = Math.max(0, text.toLowerCase().indexOf(sought));
  const found = text.slice(0, place).split(" ").length - 1;
  const from = Math.max(0, found - WORDS_AROUND);
  const to = found + sought.split(" ").length + WORDS_AROUND;
  return `${from ? "… " : ""}${words.slice(from, to).join(" ")}${to < words.length ? " …" : ""}`;
}

async function find() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  $("found").hidden = !words.length;
  if (!words.length) return;
  steps ??= await fetch($("search").dataset.steps).then((answer) => answer.json());
  const phrase = words.join(" ");
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best));
  const has = ({ title, text }, sought) => `${title} ${text}`.toLowerCase().includes(sought);
  const found = steps.filter((step) => words.every((word) => has(step, word)));
  // first those that have the words side by side
  found.sort((a, b) => Number(has(b, phrase)) - Number(has(a, phrase)));
  $("count").textContent = `${found.length} of ${steps.length} steps`;
  $("list").replaceChildren(...found.map((step) => {
    const { address, title, text } = step;
    const item = element("li");
    const link = element("a", "", title);
    link.href = address;
    item.append(link, element("div", "excerpt", excerpt(text, has(step, phrase) ? phrase : longest)));
    return item;
  }));
}

$("looking").hidden = false;
$("search").addEventListener("input", () => find().catch(({ message }) => { $("count").textContent = message; }));
