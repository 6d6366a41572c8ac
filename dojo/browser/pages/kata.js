"use strict";

const page = document.documentElement;
const $ = (id) => document.getElementById(id);
const told = JSON.parse($("told").textContent);
const SHAPES = { green: "■", red: "×", amber: "!" };
const SILENT = 4000;
const PAUSE = 1000;
const SAVED = `${location.pathname} ${told.kata}`;

{% include "switches.js" %}

function element(tag, name, text) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.textContent = text;
  return made;
}

function trouble(text) {
  $("trouble").textContent = text;
  $("trouble").hidden = !text;
}

/* What this browser keeps: the words of the pair, its lights, and the files as they are typed. */

const database = new Promise((resolve, reject) => {
  const asked = indexedDB.open("dojo", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("pairs");
  asked.onsuccess = () => resolve(asked.result);
  asked.onerror = () => reject(asked.error);
});

async function stored(mode, action) {
  const asked = action((await database).transaction("pairs", mode).objectStore("pairs"));
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

const recall = () => stored("readonly", (pairs) => pairs.get(SAVED)).catch(() => undefined);
let pair = null;

function keep() {
  stored("readwrite", (pairs) => pairs.put(pair, SAVED)).catch(() => trouble("This browser keeps nothing: download your code before you close the page."));
}

/* The room: lights go there as soon as it answers, in order, each once. */

async function ask(path, body) {
  const answer = await fetch(path, {
    method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
    signal: AbortSignal.timeout(8000),
  });
  const said = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(said.error), { status: answer.status });
  return said;
}

const BATCH = 600_000;
let sending = false;

async function send() {
  if (sending || !pair) return;
  sending = true;
  try {
    while (pair.sent < pair.lights.length) {
      const part = [];
      let size = 0;
      for (const light of pair.lights.slice(pair.sent, pair.sent + 200)) {
        size += JSON.stringify(light).length;
        if (part.length && size > BATCH) break;
        part.push(light);
      }
      const { number } = await ask("lights", { word: pair.word, after: pair.sent, lights: part, shares: pair.shares });
      pair.sent = Math.min(number, pair.lights.length);
      keep();
    }
    $("sent").textContent = "The room has all your lights.";
  } catch (error) {
    const waiting = pair.lights.length - pair.sent;
    $("sent").textContent = error.status
      ? `The room says: ${error.message}` : `The room does not answer: ${waiting} to send later.`;
  } finally {
    sending = false;
  }
}

/* Python: a worker, and a second one that is ready when the first has to be ended. */

class Python {
  constructor() {
    this.worker = new Worker(`${told.base}worker.js`, { type: "module" });
    this.ready = new Promise((resolve, reject) => {
      this.worker.addEventListener("message", ({ data }) => {
        if (data.loaded) resolve();
        if (data.broken) reject(new Error(data.broken));
      });
      this.worker.addEventListener("error", (event) => reject(new Error(event.message || "the worker does not start")));
    });
    this.ready.catch(() => {});
  }

  /* The answer; null if it was ended, since it has said nothing for so long after a test had begun. */
  run(message) {
    return new Promise((resolve) => {
      let silence;
      const end = (answer) => {
        clearTimeout(silence);
        this.worker.removeEventListener("message", hear);
        this.worker.removeEventListener("error", die);
        resolve(answer);
      };
      const die = () => {
        this.worker.terminate();
        end(null);
      };
      const hear = ({ data }) => {
        clearTimeout(silence);
        if (data.broken) die();
        else if (data.packed) end(data.packed);
        else if (data.answer) end(JSON.parse(data.answer));
        else silence = setTimeout(die, SILENT);
      };
      this.worker.addEventListener("message", hear);
      this.worker.addEventListener("error", die);
      this.worker.postMessage(message);
    });
  }
}

let python = null;
let spare = null;

async function open(files, verb) {
  await python.ready;
  const saved = JSON.stringify(pair.lights);
  const state = await python.run({ kata: told.kata, name: pair.name, saved, verb, files: JSON.stringify(files) });
  setTimeout(() => { spare ??= new Python(); }, 1500);
  return state;
}

/* The page. */

let editor = null;
let file = `${told.module}`;
let files = {};
let busy = false;
let again = "";
let pause = 0;

function typed() {
  files[file] = editor.text;
  pair.draft = files;
  keep();
  clearTimeout(pause);
  if ($("each-pause").checked) pause = setTimeout(() => play("bar"), PAUSE);
}

function choose(name) {
  file = name;
  editor.text = files[file];
  for (const button of $("files").children) button.setAttribute("aria-pressed", button.textContent === name);
}

/* What Python has said, with the few colours of its terminal. */
function show(said) {
  const place = $("said");
  place.replaceChildren();
  let look = "";
  for (const [number, part] of said.split(/\x1b\[([0-9;]*)m/).entries())
    if (number % 2) look = part === "0" ? "" : part.split(";").map((code) => `a${code}`).join(" ");
    else if (part) place.append(element("span", look, part));
  place.scrollTop = 0;
}

function draw(state) {
  const runs = state.lights.filter((light) => light.judged);
  const colour = runs.at(-1)?.colour ?? "";
  const counts = Object.entries(state.counts).filter(([, many]) => many).map(([name, many]) => `${many} ${name}`);
  $("bar").className = colour;
  $("bar").textContent = colour ? `${SHAPES[colour]} ${colour.toUpperCase()} · ${counts.join(", ")}` : "";
  $("lights").replaceChildren(...state.lights.map((light) => {
    const one = element("button", light.judged ? light.colour : "", light.judged ? SHAPES[light.colour] : "·");
    one.title = `light ${light.number}, ${light.judged ? light.colour : light.verb}: back to it`;
    one.setAttribute("aria-label", one.title);
    one.addEventListener("click", () => play("back", String(light.number)));
    const item = element("li", "", "");
    item.append(one);
    return item;
  }));
  $("lights").scrollLeft = $("lights").scrollWidth;
  // the bar is drawn above: in the text it would stand there twice
  show(state.said.replace(/\x1b\[1;7;[0-9;]*m[^\n]*\n?$/, "").trim());
  const changed = Object.keys(state.files).filter((name) => files[name] === undefined);
  files = { ...state.files, ...(pair.draft ?? {}) };
  if (state.brought) files = state.files;
  if (changed.length || !$("files").children.length)
    $("files").replaceChildren(...Object.keys(files).filter((name) => name.endsWith(".py")).map((name) => {
      const button = element("button", "", name);
      button.type = "button";
      button.addEventListener("click", () => choose(name));
      return button;
    }));
  choose(files[file] === undefined ? Object.keys(files)[0] : file);
}

function take(state, verb) {
  pair.lights.push(...state.new);
  if (verb === "back") pair.draft = null;
  draw({ ...state, brought: verb === "back" });
  keep();
  send();
}

async function play(verb, word = "") {
  clearTimeout(pause);
  if (busy) {
    again = verb;
    return;
  }
  busy = true;
  page.classList.add("busy");
  try {
    if (editor) files[file] = editor.text;
    const asked = { verb, word, files: JSON.stringify(files) };
    let state = await python.run(asked);
    if (!state) {
      $("bar").className = "amber";
      $("bar").textContent = `${SHAPES.amber} AMBER · your code did not stop`;
      trouble("Python is starting again: it had to be ended, since your code did not stop.");
      python = spare ?? new Python();
      spare = null;
      state = await open(files, "ended");
      if (!state) throw new Error("Python does not start again");
      trouble("");
    }
    take(state, verb);
  } catch (error) {
    trouble(`${error.message}. Reload the page: your code is kept.`);
  } finally {
    busy = false;
    page.classList.remove("busy");
  }
  if (again) {
    const next = again;
    again = "";
    play(next);
  }
}

async function begin() {
  $("enter").hidden = true;
  $("who").textContent = pair.name;
  $("word").textContent = pair.word;
  const { createEditor } = await import(`${told.base}editor.min.mjs`);
  await started;
  $("loading").hidden = true;
  $("kata").hidden = false;
  editor = createEditor($("editor"), {
    text: "", label: "Your code", onChange: typed,
    bindings: [],
  });
  editor.focus();
  const isNew = !pair.lights.length;
  const state = await open(isNew ? {} : pair.draft ?? {}, isNew ? "start" : "show");
  if (!state) throw new Error("Python has ended");
  take(state, "show");
}

async function enter(entry) {
  trouble("");
  try {
    const { name, word, lights, shares } = await ask("enter", entry);
    const known = pair?.word === word ? pair : { lights: [], draft: null };
    // of two computers the one with more lights is the newer one
    const newer = lights.length >= known.lights.length;
    pair = { name, word, shares, lights: newer ? lights : known.lights, sent: lights.length, draft: lights.length > known.lights.length ? null : known.draft };
    keep();
  } catch (error) {
    if (!pair || error.status) {
      trouble(error.status ? `${error.message}.` : "The room does not answer.");
      if (error.status) $("enter").hidden = false;
      return;
    }
  }
  await begin().catch((error) => trouble(`Python does not start: ${error.message}`));
}

function next() {
  const expected = $("expect").value;
  $("expect").value = "";
  play("next", expected);
}

$("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  const entry = new FormData(event.target);
  const word = entry.get("word").trim();
  if (!word && !entry.get("name")) return;
  enter(word ? { word } : { name: entry.get("name"), shares: entry.get("shares") !== null });
});

for (const button of document.querySelectorAll("[data-verb]"))
  button.addEventListener("click", () => (button.dataset.verb === "next" ? next() : play(button.dataset.verb)));

const KEYS = { h: "hint", w: "where", b: "back" };
addEventListener("keydown", (event) => {
  if (!editor || document.querySelector("dialog[open]")) return;
  if (event.altKey && Object.hasOwn(KEYS, event.key)) play(KEYS[event.key]);
  else if ((event.ctrlKey || event.metaKey) && event.key === "s") play("bar");
  else if ((event.ctrlKey || event.metaKey) && event.key === "Enter") next();
  else return;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true }); // before the editor, which has other uses for some of them

$("download").addEventListener("click", async () => {
  const packed = await python.run({ verb: "pack" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([packed], { type: "application/zip" }));
  link.download = `${pair.name}.zip`;
  link.click();
  URL.revokeObjectURL(link.href);
});
$("theme").addEventListener("click", otherTheme);
$("help").addEventListener("click", () => $("keys").showModal());

/* Load the large files first, to show how far it is; the worker then finds them in the browser's cache. */
async function load() {
  const all = Object.values(told.sizes).reduce((sum, size) => sum + size, 0);
  let done = 0;
  await Promise.all(Object.entries(told.sizes).map(async ([name, size]) => {
    await (await fetch(told.base + name)).arrayBuffer();
    done += size;
    $("loaded").value = done / all;
    $("loading-what").textContent = `Python is loading: ${(done / 1e6).toFixed(1)} of ${(all / 1e6).toFixed(1)} MB`;
  }));
  $("loading-what").textContent = "Python is starting …";
}

const started = load().catch(() => {}).then(() => {
  python = new Python();
  return python.ready;
});
started.then(() => { $("loading-what").textContent = "Python is ready."; },
  (error) => trouble(`Python does not start: ${error.message}`));
if (kept.get("theme")) theme(kept.get("theme"));
setInterval(send, 5000);
recall().then((found) => {
  if (!found) return;
  pair = found;
  enter({ word: pair.word });
});
