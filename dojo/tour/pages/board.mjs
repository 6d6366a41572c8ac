import { diffLines } from "../../screen/shared/diff.mjs";
import { $, element, page } from "../../screen/shared/dom.mjs";
import { toggleProjecting } from "../../screen/shared/keys.mjs";
import { kept, otherTheme, project, showKeys } from "../../screen/shared/switches.mjs";

const data = JSON.parse($("data").textContent);
const BEATS = ["red", "change", "green", "story"];
const LAST = data.steps.length - 1;

/* Where we are: #progression, #speed, #compare-68-71, or a beat, #step-19-red. */

let here = { name: "progression" };
let shownAt = "";

function read(address) {
  const beat = address.match(/^#step-0*(\d+)(?:-(\w+))?$/);
  if (beat && Number(beat[1]) <= LAST && BEATS.includes(beat[2] || "red"))
    return { name: "beat", step: Number(beat[1]), beat: beat[2] || "red" };
  const pair = address.match(/^#compare(?:-0*(\d+)-0*(\d+))?$/);
  if (pair) return { name: "compare", left: clamp(pair[1] ?? LAST - 1), right: clamp(pair[2] ?? LAST) };
  return { name: address === "#speed" && $("speed") ? "speed" : "progression" };
}

const clamp = (number) => Math.max(0, Math.min(LAST, Number(number)));
const beatAt = (number) => `#step-${Math.floor(number / BEATS.length)}-${BEATS[number % BEATS.length]}`;
const number = (place) => place.step * BEATS.length + BEATS.indexOf(place.beat);
const titled = (step) => `${String(step).padStart(2, "0")} ${data.steps[step]}`;

function show(focus) {
  shownAt = location.hash;
  here = read(shownAt);
  document.querySelectorAll(".here").forEach((old) => old.classList.remove("here"));
  const shown = $(here.name === "beat" ? `step-${here.step}-${here.beat}` : here.name);
  shown.classList.add("here");
  hide();
  if (here.name === "compare") compare();
  $("jump").value = here.step ?? "";
  page.dataset.page = here.name;
  const place = { progression: "Progression", compare: "Compare", speed: "Speed" };
  const name = place[here.name] || `${titled(here.step)} · ${here.beat}`;
  document.title = `${name} · ${data.title}`;
  $("here").textContent = here.name === "beat" ? `${here.step} · ${here.beat}` : "";
  $("back").href = beforeHere();
  $("on").href = afterHere();
  scrollTo(0, 0);
  if (focus) shown.querySelector("h2").focus({ preventScroll: true });
}

function afterHere() {
  if (here.name !== "beat") return "#step-0-red";
  return beatAt(Math.min(number(here) + 1, (LAST + 1) * BEATS.length - 1));
}

function beforeHere() {
  return here.name === "beat" && number(here) > 0 ? beatAt(number(here) - 1) : "#progression";
}

function otherStep(by) {
  if (here.name !== "beat") return by > 0 ? "#step-0-red" : location.hash;
  return `#step-${clamp(here.step + by)}-${here.beat}`;
}

/* Hide first: the answers of a beat wait, and are shown one after the other. */

let predicting = false;

function predict(on) {
  predicting = on;
  $("predict").setAttribute("aria-pressed", on);
  kept.set("predicting", on);
  hide();
}

function hide() {
  const answers = [...document.querySelectorAll(".here .answer")];
  answers.forEach((answer, place) => {
    answer.classList.toggle("hidden", predicting);
    answer.classList.toggle("waiting", predicting && place > 0);
  });
  guessing();
}

// the title of a step tells what the room is to find out
function guessing() {
  page.classList.toggle("guessing", Boolean(document.querySelector(".here .answer.hidden")));
}

function reveal() {
  const [answer, next] = document.querySelectorAll(".here .answer.hidden");
  if (!answer) return false;
  answer.classList.remove("hidden");
  next?.classList.remove("waiting");
  guessing();
  return true;
}

/* Print: the beats of the step that is shown, or everything. */

addEventListener("beforeprint", () => {
  for (const beat of BEATS) if (here.name === "beat") $(`step-${here.step}-${beat}`).classList.add("printed");
});

addEventListener("afterprint", () => {
  for (const beat of document.querySelectorAll(".printed")) beat.classList.remove("printed");
  page.classList.remove("printing-all");
});

$("print-all").addEventListener("click", () => {
  page.classList.add("printing-all");
  print();
});

/* The matrix: one cell can be reached by Tab, the arrows go on from there. */

const rows = [...document.querySelectorAll(".matrix tr")].filter((row) => row.querySelector("td"));
const cells = rows.map((row) => [...row.querySelectorAll("td")]);
const MEANT = {
  g: (test) => `green; it ${test.kind} step ${test.written}`,
  r: (test) => `red, and step ${test.written} makes it green`,
  n: (test) => `not written yet: it comes with step ${test.written}`,
  l: (test) => `passes before it was written, in step ${test.written}`,
  b: () => "breaks a law",
};
let current = { test: 0, step: 0 };

function told(cell) {
  const [rule, kind, written] = data.tests[cell.test];
  const name = cells[cell.test][cell.step].className || "g";
  const why = data.whys[data.cells[cell.step][cell.test]];
  return { rule, written, name, why, meant: MEANT[name]({ kind, written }), step: titled(cell.step) };
}

function tell(cell) {
  const { rule, step, meant, name, why } = told(cell);
  $("told").textContent = `${rule} · ${step}: ${meant}${name === "r" ? `. ${why}` : ""}`;
  cells[cell.test][cell.step].setAttribute("aria-label", `${rule}, on step ${step}: ${meant}`);
}

function go(cell) {
  cells[current.test][current.step].tabIndex = -1;
  current = cell;
  tell(cell);
  cells[cell.test][cell.step].tabIndex = 0;
  cells[cell.test][cell.step].focus();
}

function choose(cell) {
  const { rule, step, meant, name, why, written } = told(cell);
  $("cell-head").textContent = rule;
  $("cell-told").textContent = `Step ${step}: ${meant}.`;
  const drawn = name === "r" && document.querySelectorAll(`#step-${written}-red .failure`);
  const place = data.tests.filter((test, n) => n < cell.test && test[1] === "drives" && test[2] === written).length;
  $("cell-failure").textContent = drawn ? drawn[place].textContent : why;
  $("cell-failure").hidden = !why;
  const link = document.createElement("a");
  link.href = `#step-${written}-red`;
  link.textContent = `Step ${titled(written)}`;
  link.addEventListener("click", () => $("cell").close());
  $("cell-links").replaceChildren(link);
  $("cell").showModal();
}

function cellOf(target) {
  const td = target.closest?.(".matrix td");
  return td && { test: rows.indexOf(td.parentElement), step: td.cellIndex - 1 };
}

const MOVES = {
  ArrowRight: (cell) => ({ ...cell, step: clamp(cell.step + 1) }),
  ArrowLeft: (cell) => ({ ...cell, step: clamp(cell.step - 1) }),
  ArrowDown: (cell) => ({ ...cell, test: Math.min(cell.test + 1, rows.length - 1) }),
  ArrowUp: (cell) => ({ ...cell, test: Math.max(cell.test - 1, 0) }),
  Home: (cell) => ({ ...cell, step: 0 }),
  End: (cell) => ({ ...cell, step: LAST }),
};

/* Two steps side by side */

function compare() {
  const { left, right } = here;
  $("left").value = left;
  $("right").value = right;
  const sides = element("div", "sides");
  for (const step of [left, right]) sides.append(element("h3", "", titled(step)));
  const lines = diffLines(data.code[left], data.code[right]);
  let at = 0;
  const take = (signs) => {
    const start = at;
    while (at < lines.length && signs.includes(lines[at][0])) at++;
    return lines.slice(start, at);
  };
  const side = (part, sign) => part.filter(([other]) => other === sign).map(([, line]) => line);
  while (at < lines.length) {
    const same = side(take(" "), " ");
    if (same.length > 6) sides.append(folded(same));
    else if (same.length) sides.append(block("same", same), block("same", same));
    const changed = take("-+");
    if (changed.length) sides.append(block("old", side(changed, "-")), block("fresh", side(changed, "+")));
  }
  $("compared").replaceChildren(sides);
}

function block(kind, lines) {
  const pre = element("pre", `code ${kind}`);
  // the lines were escaped and highlighted when the page was made
  const html = lines.map((line) => `<span class="line">${data.lines[line]}\n</span>`);
  if (html.length) pre.innerHTML = `<code>${html.join("")}</code>`;
  return pre;
}

function folded(lines) {
  const details = element("details", "fold");
  details.append(element("summary", "", `${lines.length} lines as in the other`), block("same", lines));
  return details;
}

/* What a change leaves as it was: it is coloured at the first look, for the page is smaller without its colours. */

function colourFold(details) {
  const [, step] = /^step-(\d+)-change$/.exec(details.closest(".beat").id);
  const code = details.querySelector("code");
  const start = Number(details.dataset.start);
  const end = start + code.textContent.split("\n").length;
  // the lines were escaped and highlighted when the page was made
  code.innerHTML = data.code[step].slice(start, end).map((line) => data.lines[line]).join("\n");
}

for (const details of document.querySelectorAll(".fold[data-start]")) {
  details.addEventListener("toggle", () => colourFold(details), { once: true });
}

/* Keys */

function goTo(address) {
  if (address === location.hash) return;
  location.hash = address;
  show(true);
}

const ARROWS = {
  ArrowRight: () => reveal() || goTo(afterHere()),
  ArrowLeft: () => goTo(beforeHere()),
  ArrowDown: () => goTo(otherStep(+1)),
  ArrowUp: () => goTo(otherStep(-1)),
};
const LETTERS = {
  h: () => predict(!predicting),
  p: toggleProjecting,
  g: () => goTo("#progression"),
  c: () => goTo(`#compare-${here.step > 0 ? `${here.step - 1}-${here.step}` : `${LAST - 1}-${LAST}`}`),
  s: () => $("speed") && goTo("#speed"),
  d: otherTheme,
  "?": showKeys,
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "?" && $("keys").open) return $("keys").close();
  if (document.querySelector("dialog[open]")) return;
  const cell = cellOf(event.target);
  if (cell && MOVES[event.key]) {
    go(MOVES[event.key](cell));
  } else if (cell && event.key === "Enter") {
    choose(cell);
  } else if (event.target.closest("select, input")) {
    return;
  } else if (event.key === "Escape" && page.classList.contains("projecting")) {
    project(false);
  } else if (event.key === " " && !event.target.closest("button, summary, a") && reveal()) {
    // shown
  } else if (ARROWS[event.key]) {
    ARROWS[event.key]();
  } else if (LETTERS[event.key] && $("letters").checked) {
    LETTERS[event.key]();
  } else return;
  event.preventDefault();
});

const matrix = document.querySelector(".matrix");
matrix.addEventListener("mousemove", (event) => {
  // a table that scrolls below a mouse that rests says nothing new
  const cell = (event.movementX || event.movementY) && cellOf(event.target);
  if (cell) tell(cell);
});
matrix.addEventListener("focusin", (event) => { const cell = cellOf(event.target); if (cell) tell(cell); });
matrix.addEventListener("click", (event) => {
  const cell = cellOf(event.target);
  if (!cell) return;
  go(cell);
  choose(cell);
});
$("jump").addEventListener("change", () => goTo(`#step-${$("jump").value}-${here.beat || "red"}`));
for (const side of ["left", "right"])
  $(side).addEventListener("change", () => goTo(`#compare-${$("left").value}-${$("right").value}`));
$("predict").addEventListener("click", () => predict(!predicting));
$("project").addEventListener("click", toggleProjecting);
addEventListener("hashchange", () => location.hash === shownAt || show(true));

cells[0][0].tabIndex = 0;
predicting = kept.get("predicting") === "true";
$("predict").setAttribute("aria-pressed", predicting);
if (kept.get("projecting") === "true") project(true);
show(false);
