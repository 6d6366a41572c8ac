/* A pair's page: its lights as a table; and what changed between two of them, if it shares its code. */

import { $, element } from "../../screen/shared/dom.mjs";
import { marksOf } from "./rows.mjs";
import { SHAPES, colourOf, wordOf } from "./shapes.mjs";
import { asked, goTo, state } from "./state.mjs";
import { write } from "./texts.mjs";
import { clockTime, long } from "./times.mjs";

const SIGNS = { same: " ", gone: "-", new: "+" };
let shownPair = { name: "", id: "", lights: -1, shares: false };
let chosen = null;
let compared = "";

/** Goes to a light in a row of the room, if that is what was clicked. */
export function openLight(target) {
  const name = target.closest("tr")?.querySelector(".name a")?.textContent;
  if (!target.matches(".shape") || !name) return;
  // also for a pair that was shown before, at another light
  clear();
  goTo(`#pair=${encodeURIComponent(name)}&light=${target.dataset.place}`);
}

export function drawPair(name, wanted) {
  const pair = state.pairs.get(name);
  write($("pair-name"), pair ? `${name} · ${pair.kata}` : name);
  write($("pair-told"), pair ? marksOf(pair) : "No pair of this name is in the room.");
  $("view-pair").classList.toggle("shares", Boolean(pair?.shares));
  if (shownPair.name !== name) $("rename").reset();
  if (!pair) return clear();
  const again = shownPair.name !== name || shownPair.id !== pair.id || shownPair.shares !== pair.shares;
  if (again) clear();
  if (again) chosen = null;
  const body = $("lights").tBodies[0];
  if (again && pair.shares) body.append(emptyFolder());
  for (const light of pair.lights.slice(again ? 0 : shownPair.lights))
    body.append(rowOf(light, pair.lights[light.place - 1], pair.shares));
  if (again && wanted !== undefined) showLight(pair, wanted);
  const more = again || pair.lights.length > shownPair.lights;
  shownPair = { name, id: pair.id, lights: pair.lights.length, shares: pair.shares };
  if (!more) return;
  if (!chosen) follow(pair);
  showLast();
  compare(pair);
}

// the last light is in sight, unless somebody looks at others
export function showLast() {
  if (!chosen) $("lights").closest(".scroll").scrollTop = 1e6;
}

// a light that was asked for, and what it has changed
function showLight(pair, place) {
  const row = $("lights").tBodies[0].rows[place + (pair.shares ? 1 : 0)];
  if (!row) return;
  chosen = true;
  mark("from", place - 1);
  mark("to", place);
  row.scrollIntoView({ block: "nearest" });
}

function clear() {
  $("lights").tBodies[0].replaceChildren();
  $("diff").replaceChildren();
  write($("change"), "");
  shownPair = { name: "", id: "", lights: -1, shares: false };
  compared = "";
}

function emptyFolder() {
  const row = element("tr");
  row.append(choice("from", -1, "the empty folder"), choice("to", -1, "the empty folder"));
  const told = element("td", "quiet", "the empty folder");
  told.colSpan = 9;
  row.append(told);
  return row;
}

function rowOf(light, before, shares) {
  const row = element("tr");
  const colour = element("td", `colour ${colourOf(light)}`, `${SHAPES[colourOf(light)]} ${wordOf(light)}`);
  const sides = shares ? ["from", "to"] : [];
  for (const side of sides) row.append(choice(side, light.place, `light ${light.number}`));
  row.append(
    element("td", "number", String(light.number)),
    element("td", "", clockTime(light.when, true)),
    element("td", "number", before ? long(light.when - before.when) : ""),
    colour,
    element("td", "", light.judged ? `${light.green} of ${light.tests}` : ""),
    element("td", "number", String(light.code)),
    element("td", "number", String(light.test_lines)),
    element("td", "", expectation(light)),
    element("td", "hand", light.test),
  );
  return row;
}

function expectation(light) {
  if (!light.expected) return "";
  if (light.held === null) return light.expected;
  return light.held ? `${light.expected}, and so it was` : `${light.expected}, but it was not`;
}

function choice(side, place, told) {
  const cell = element("td", "choice");
  const radio = element("input");
  radio.type = "radio";
  radio.name = side;
  radio.value = place;
  radio.setAttribute("aria-label", `compare ${side} ${told}`);
  cell.append(radio);
  return cell;
}

// until somebody chooses, the last change is shown
function follow(pair) {
  if (!pair.shares || !pair.lights.length) return;
  mark("from", pair.lights.length - 2);
  mark("to", pair.lights.length - 1);
}

const radios = (side) => [...document.querySelectorAll(`#lights input[name=${side}]`)];
const mark = (side, place) =>
  radios(side).forEach((radio) => { radio.checked = Number(radio.value) === place; });
const marked = (side) => Number(radios(side).find((radio) => radio.checked)?.value ?? -1);

export function choose() {
  chosen = true;
  const pair = state.pairs.get(shownPair.name);
  if (pair) compare(pair);
}

async function compare(pair) {
  if (!pair.shares) {
    write($("change"), `${pair.name} does not share its code: only its lights are here.`);
    return;
  }
  if (!pair.lights.length) return;
  const [from, to] = [marked("from"), marked("to")];
  const wanted = `diff?pair=${encodeURIComponent(pair.name)}&from=${from}&to=${to}`;
  if (wanted === compared) return;
  compared = wanted;
  const called = (place) => (place < 0 ? "the empty folder" : `light ${pair.lights[place].number}`);
  try {
    const { files } = await asked(wanted);
    if (compared !== wanted) return;
    write($("change"), `What changed from ${called(from)} to ${called(to)}`);
    drawFiles(files);
  } catch (error) {
    if (compared !== wanted) return;
    compared = "";
    write($("change"), `The change cannot be shown: ${error.message}.`);
    $("diff").replaceChildren();
  }
}

function drawFiles(files) {
  const lines = files.flatMap((file) => [element("span", "file", file.name), ...drawChange(file.rows)]);
  $("diff").replaceChildren(...(lines.length ? lines : [element("span", "gap", "No file differs.")]));
}

function drawChange(changed) {
  return changed.map(([kind, text]) =>
    kind in SIGNS ? element("span", kind, `${SIGNS[kind]} ${text}`) : element("span", "gap", `  ⋯ ${text}`));
}
