/* The lights of an attempt: what changed between any two of them. */

import { diffLines } from "../../screen/shared/diff.mjs";
import { $, element } from "../../screen/shared/dom.mjs";

const { texts, trees } = JSON.parse($("data").textContent);
const CONTEXT = 3;

function linesOf(number, file) {
  const place = trees[number][file];
  if (place === undefined || texts[place] === "") return [];
  return texts[place].replaceAll("\r\n", "\n").replace(/\n$/, "").split("\n");
}

function show(from, to) {
  const diff = $("diff");
  diff.replaceChildren();
  const add = (kind, text) => diff.append(element("span", kind, text));
  const files = [...new Set([...Object.keys(trees[from]), ...Object.keys(trees[to])])].sort();
  for (const file of files) {
    if (trees[from][file] === trees[to][file]) continue;
    add("file", file + (trees[from][file] === undefined ? " (new)" : trees[to][file] === undefined ? " (gone)" : ""));
    const rows = diffLines(linesOf(from, file), linesOf(to, file));
    const near = rows.map((_row, n) => rows.slice(Math.max(0, n - CONTEXT), n + CONTEXT + 1).some(([other]) => other !== " "));
    rows.forEach(([sign, line], n) => {
      if (near[n]) add({ "+": "came", "-": "went", " ": "same" }[sign], `${sign} ${line}`);
      else if (n === 0 || near[n - 1]) add("gap", "  ⋯");
    });
  }
  if (!diff.childElementCount) add("gap", "No file differs.");
  $("change").textContent = `What changed from light ${from} to ${to}`;
  for (const row of document.querySelectorAll("tbody tr"))
    row.classList.toggle("chosen", row.id === `light-${from}` || row.id === `light-${to}`);
}

const chosen = (name) => document.querySelector(`input[name=${name}]:checked`).value;
const choose = (name, number) => { document.querySelector(`input[name=${name}][value="${number}"]`).checked = true; };
const update = () => show(chosen("from"), chosen("to"));
function look(row) {
  const table = row.closest(".scroll");
  choose("from", row.dataset.base);
  choose("to", row.dataset.number);
  update();
  table.scrollTop = row.offsetTop - table.clientHeight / 2;
}
document.querySelector("tbody").addEventListener("change", update);
for (const link of document.querySelectorAll(".strip a"))
  link.addEventListener("click", () => look(document.querySelector(link.hash)));
const all = [...document.querySelectorAll("tbody tr")];
const tree = (number) => JSON.stringify(trees[number]);
const changed = all.filter((row) => tree(row.dataset.number) !== tree(row.dataset.base));
look((changed.length ? changed : all).at(-1));
