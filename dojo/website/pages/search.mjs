/* A search over the steps of a story: those that have all words that are typed, in their titles, texts or tests. */

import { $, element } from "../../screen/shared/dom.mjs";
import "./site.mjs";

let steps = null;

async function find() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  $("found").hidden = !words.length;
  if (!words.length) return;
  steps ??= await fetch($("search").dataset.steps).then((answer) => answer.json());
  const phrase = words.join(" ");
  const found = steps.filter(({ text }) => words.every((word) => text.includes(word)));
  // first those that have the words side by side
  found.sort((a, b) => Number(b.text.includes(phrase)) - Number(a.text.includes(phrase)));
  $("count").textContent = `${found.length} of ${steps.length} steps`;
  $("list").replaceChildren(...found.map(({ address, title }) => {
    const item = element("li");
    const link = element("a", "", title);
    link.href = address;
    item.append(link);
    return item;
  }));
}

$("looking").hidden = false;
$("search").addEventListener("input", () => find().catch(({ message }) => { $("count").textContent = message; }));
