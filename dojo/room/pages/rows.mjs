/* A row for each pair: built once, then only what has changed is drawn. */

import { $, element, page } from "../../screen/shared/dom.mjs";
import { SORTS, factsOf } from "./facts.mjs";
import { remember, remembered } from "./memory.mjs";
import { SHAPES, colourOf, shapeOf, wordOf } from "./shapes.mjs";
import { now, state, waitOf } from "./state.mjs";
import { write } from "./texts.mjs";
import { long } from "./times.mjs";

const NEWEST = 80;
// seconds between two lights that are drawn as a fold
const PAUSE = 180;

const rows = new Map();
let sorting = remembered("sorting", "name");

export function sortBy(name = sorting) {
  sorting = SORTS[name] ? name : "name";
  remember("sorting", sorting);
  for (const button of document.querySelectorAll("[data-sort]"))
    button.setAttribute("aria-pressed", button.dataset.sort === sorting);
  drawRows();
}

/** All pairs with their facts, in the order that was chosen. */
export function sortedPairs() {
  const pairs = [...state.pairs.values()].map((pair) => ({ ...pair, facts: factsOf(pair, now()) }));
  return pairs.sort(SORTS[sorting]);
}

export function drawRows() {
  const pairs = sortedPairs();
  for (const [name, row] of rows) if (!state.pairs.has(name)) forget(name, row);
  for (const pair of pairs) drawRow(pair);
  inOrder($("pairs").tBodies[0], pairs.map((pair) => rows.get(pair.name).row));
  $("pairs").hidden = $("sorts").hidden = pairs.length === 0;
}

function forget(name, row) {
  row.row.remove();
  rows.delete(name);
}

export function inOrder(body, wanted) {
  if (wanted.every((row, place) => body.rows[place] === row)) return;
  const focused = body.contains(document.activeElement) ? document.activeElement : null;
  body.append(...wanted);
  focused?.focus({ preventScroll: true });
}

// pairs in a column: one column, or two side by side, have place for all that is to be known of a pair
const COLUMN = 20;
// more columns than two have place for names and lights alone
const SHORT_COLUMN = 14;

function columnsFor(pairs) {
  if (pairs <= COLUMN) return 1;
  return pairs <= 2 * COLUMN ? 2 : Math.ceil(pairs / SHORT_COLUMN);
}

// on a projector there are as many columns as the pairs need to fit, and else low rows
export function fit(pairs) {
  const wide = matchMedia("(min-width: 60rem)").matches;
  const across = wide ? columnsFor(pairs) : 1;
  page.style.setProperty("--pairs", pairs);
  page.style.setProperty("--above", `${$("pairs").offsetTop}px`);
  page.style.setProperty("--across", across);
  page.style.setProperty("--down", Math.max(8, Math.ceil(pairs / across)));
  page.classList.toggle("crowded", wide && pairs > SHORT_COLUMN);
  page.classList.toggle("columns", across > 1);
  page.classList.toggle("narrow", across > 2);
}

/** The name of a pair, which leads to its page. */
export function linkTo(name) {
  const link = element("a", "", name);
  link.href = `#pair=${encodeURIComponent(name)}`;
  link.classList.add(name.length > 18 ? "long" : name.length > 12 ? "middling" : "short");
  return link;
}

function newRow(name) {
  const row = element("tr");
  const head = element("th", "name");
  head.scope = "row";
  head.append(linkTo(name), element("span", "marks"));
  const kinds = ["strip", "now", "green-of", "known", "since", "held", "hand"];
  const cells = kinds.map((kind) => element("td", kind));
  row.append(head, ...cells);
  const at = Object.fromEntries(cells.map((cell) => [cell.className, cell]));
  at.strip.append(element("div", "lights"));
  at.known.dataset.told = "test";
  at.held.dataset.told = "predicted";
  rows.set(name, { row, marks: head.lastChild, at, drawn: "" });
  return rows.get(name);
}

function drawRow(pair) {
  const { facts } = pair;
  const { row, marks, at } = rows.get(pair.name) ?? newRow(pair.name);
  row.classList.toggle("left", pair.left);
  write(marks, marksOf(pair));
  drawStrip(pair);
  drawNow(at.now, facts.last);
  write(at["green-of"], facts.last ? `${facts.last.green} of ${facts.last.tests}` : "");
  write(at.known, facts.of ? `${facts.known} of ${facts.of}` : "");
  write(at.since, sinceGreen(facts));
  at.since.dataset.told = facts.last && !facts.green ? "not green for" : "";
  write(at.held, facts.guesses ? `${facts.held} of ${facts.guesses}` : "");
  write(at.hand, facts.test);
  at.hand.title = facts.test;
}

function sinceGreen(facts) {
  if (!facts.last) return "";
  return facts.green ? "green" : long(facts.since);
}

export function marksOf(pair) {
  const marks = [];
  if (pair.left) marks.push("left");
  if (pair.shares) marks.push("shares its code");
  if (waitOf(pair) > 0) marks.push("changes at green");
  return marks.join(" · ");
}

function drawNow(cell, last) {
  const text = last ? `${SHAPES[colourOf(last)]} ${wordOf(last)}` : "no light yet";
  if (cell.textContent === text) return;
  const shape = last ? `${SHAPES[colourOf(last)]} ` : "";
  cell.replaceChildren(shape, element("span", "word", text.slice(shape.length)));
  cell.className = `now ${last ? colourOf(last) : ""}`;
}

function drawStrip(pair) {
  const row = rows.get(pair.name);
  const pause = pair.left ? 0 : pair.facts.quiet;
  const drawn = `${pair.id} ${pair.lights.length} ${pause > PAUSE ? long(pause) : ""}`;
  if (row.drawn === drawn) return;
  row.drawn = drawn;
  const newest = pair.lights.slice(-NEWEST);
  const shapes = newest.flatMap((light, place) => {
    const gap = place ? light.when - newest[place - 1].when : 0;
    return gap > PAUSE ? [fold(gap), shapeOf(light)] : [shapeOf(light)];
  });
  if (pause > PAUSE && newest.length) shapes.push(fold(pause));
  row.at.strip.firstChild.replaceChildren(...shapes);
}

function fold(seconds) {
  const minutes = Math.floor(seconds / 60);
  const mark = element("span", "fold", minutes < 120 ? `⋯${minutes}` : "⋯");
  mark.setAttribute("role", "img");
  mark.title = minutes < 120 ? `${minutes} minutes without a light` : `${long(seconds)} without a light`;
  mark.setAttribute("aria-label", mark.title);
  return mark;
}
