/* A step to try: what is typed is run by the tests up to this step, on every pause. */

import { Interpreter } from "../../browser/pages/interpreter.mjs";
import { $, element } from "../../screen/shared/dom.mjs";
import "./site.mjs";

const told = JSON.parse($("told").textContent);
const SHAPES = { green: "■", red: "×", amber: "!" };
const PAUSE_MS = 700;

let python = null;
let spare = null; // ready when the first has to be ended
let editor = null;
let files = {};
let file = told.module;
let chosen = ""; // whose code it is: of the step "before", of the step "here", or "yours" once you type
let pause = 0;
let isBusy = false;
let isAsked = false;

function showBar(colour, text) {
  $("bar").className = `bar-line ${colour}`;
  $("bar").textContent = colour ? `${SHAPES[colour]} ${colour.toUpperCase()} · ${text}` : text;
}

function drawTest({ rule, colour, why }) {
  const item = element("li", colour, SHAPES[colour]);
  item.title = why ? `${rule}: ${why}` : rule;
  return item;
}

function draw({ colour, counts, tests, rule, failure, printed }) {
  showBar(colour, counts);
  $("cells").replaceChildren(...tests.map(drawTest));
  const failing = tests.find((test) => test.colour !== "green");
  $("why").textContent = failing ? `“${rule}”: ${failing.why}` : "";
  $("failure").textContent = printed ? `${failure}\n\nit printed:\n${printed}` : failure;
  $("failure").hidden = !failure;
}

/* Runs what is there; what is typed meanwhile is run after it. */
async function run() {
  clearTimeout(pause);
  if (isBusy) {
    isAsked = true;
    return;
  }
  isBusy = true;
  $("try").classList.add("busy");
  try {
    const message = { tries: [told.story, told.step], files: JSON.stringify(files) };
    const found = await python.answer(message);
    if (found.ended) {
      python = spare ?? makePython();
      spare = null;
      draw({ colour: "amber", counts: `your code ${found.ended}`, tests: [], rule: "", failure: "", printed: "" });
    } else draw(found);
    spare ??= makePython();
  } catch (error) {
    showBar("amber", `${error.message} Reload the page to try again.`);
  } finally {
    isBusy = false;
    $("try").classList.remove("busy");
  }
  if (!isAsked) return;
  isAsked = false;
  run();
}

function makePython() {
  return new Interpreter(told, (bytes) => { $("loaded").value += bytes; });
}

function typed() {
  files[file] = editor.text;
  press("yours");
  clearTimeout(pause);
  pause = setTimeout(run, PAUSE_MS);
}

function choose(name) {
  file = name;
  editor.text = files[name];
  for (const tab of $("files").children) tab.setAttribute("aria-pressed", tab.textContent === name);
}

function drawFiles() {
  const names = Object.keys(files);
  $("files").hidden = names.length === 1;
  $("files").replaceChildren(...names.map((name) => {
    const tab = element("button", "", name);
    tab.addEventListener("click", () => choose(name));
    return tab;
  }));
}

async function setUp() {
  $("outcome").hidden = false;
  showBar("", "Python is loading, once for all pages …");
  const { createEditor } = await import(`${told.base}editor.min.mjs`);
  python = makePython();
  $("loading").hidden = false;
  $("shown").hidden = true;
  $("editor").hidden = false;
  editor = createEditor($("editor"), { label: "Your code", onChange: typed });
}

function press(which) {
  chosen = which;
  for (const button of document.querySelectorAll("[data-from]"))
    button.setAttribute("aria-pressed", button.dataset.from === which);
}

/* Begins with the code of this step, with that of the step before, or once more with yours. */
async function begin(which) {
  if (chosen === "yours") {
    told.yours = files;
    document.querySelector("[data-from=yours]").hidden = false;
  }
  press(which);
  try {
    if (!editor) await setUp();
    files = { ...told[which] };
    drawFiles();
    choose(told.module);
    await python.ready;
    $("loading").hidden = true;
    await run();
  } catch (error) {
    showBar("amber", error.message);
  }
}

/* As on the board, → leads to the next step and ← to the one before, unless something else has the focus. */
const TURNS = { ArrowRight: "a[rel=next]", ArrowLeft: "a[rel=prev]" };

addEventListener("keydown", ({ key, target, altKey, ctrlKey, metaKey, shiftKey }) => {
  if (target !== document.body || altKey || ctrlKey || metaKey || shiftKey) return;
  if (key in TURNS) document.querySelector(TURNS[key])?.click();
});

told.base = new URL(told.base, location.href).href;
$("begin").hidden = false;
for (const button of document.querySelectorAll("[data-from]"))
  button.addEventListener("click", () => begin(button.dataset.from));
