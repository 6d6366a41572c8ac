"use strict";

const page = document.documentElement;
const $ = (id) => document.getElementById(id);
const told = JSON.parse($("told").textContent);
const SHAPES = { green: "■", red: "×", amber: "!" };
const SILENT_MS = 4000; // beyond it code that has begun is ended: Python itself stops a loop before that
const PAUSE_MS = 1000;
const BATCH = 600_000;
const SAVED = `${location.pathname} ${told.kata}`;
const MEMORY = "memory of Python";

{% include "switches.js" %}

const element = (tag, what) => Object.assign(document.createElement(tag), what);

function trouble(text) {
  $("trouble").textContent = text;
  $("trouble").hidden = !text;
}

/* What this browser keeps of a pair: its words, its lights, how many of them the room has, and the files as they
   are typed; no files where those of the last light are newer. */

let pair = null;
const answered = (asked) => new Promise((resolve, reject) => {
  asked.onsuccess = () => resolve(asked.result);
  asked.onerror = () => reject(asked.error);
});
const opening = indexedDB.open("dojo", 1);
opening.onupgradeneeded = () => opening.result.createObjectStore("pairs");
const database = answered(opening);
const stored = async (mode, action) =>
  answered(action((await database).transaction("pairs", mode).objectStore("pairs")));

function keep() {
  stored("readwrite", (pairs) => pairs.put(pair, SAVED)).catch(() =>
    trouble("This browser keeps nothing: download your code before you close the page."));
}

/* The room: lights go there as soon as it answers, in order, each once. */

async function visit(body) {
  const answer = await fetch("visit", {
    method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
    signal: AbortSignal.timeout(8000),
  });
  const said = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(said.error), { status: answer.status });
  return said;
}

function batch(lights) {
  let size = 0;
  return lights.filter((light, n) => (size += JSON.stringify(light).length) < BATCH || !n);
}

let sending = false;

async function send() {
  if (sending || !pair) return;
  sending = true;
  try {
    while (pair.sent < pair.lights.length) {
      const { word, shares, sent: after } = pair;
      const { number } = await visit({ word, shares, after, lights: batch(pair.lights.slice(after)) });
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
        if (data.fetched) showLoading(data.fetched);
        else if (data.broken) reject(new Error(data.broken));
        else resolve(data.memory);
      });
      this.worker.addEventListener("error", (event) => reject(new Error(event.message || "the worker does not start")));
    }).then((made) => {
      if (made) stored("readwrite", (all) => all.put({ version: told.version, memory: made }, MEMORY)).catch(() => {});
    });
    this.ready.catch(() => {});
    // it starts sooner from the memory that an earlier one had before any code of a participant ran in it
    stored("readonly", (all) => all.get(MEMORY)).catch(() => undefined).then((found) =>
      this.worker.postMessage({ memory: found?.version === told.version ? found.memory : undefined }));
  }

  /* The answer; or why Python was ended: `{ ended }`. Silence counts only once a test has begun. */
  run(message) {
    return new Promise((resolve) => {
      let silence;
      const done = (answer) => {
        clearTimeout(silence);
        this.worker.onmessage = this.worker.onerror = null;
        resolve(answer);
      };
      const end = (why) => {
        this.worker.terminate();
        done({ ended: why });
      };
      this.worker.onerror = () => end("ended Python itself.");
      this.worker.onmessage = ({ data }) => {
        clearTimeout(silence);
        if (data.answer) done(JSON.parse(data.answer));
        else if (data.broken) end("ended Python itself.");
        else if (data.large) end("took more memory than a browser has to spare.");
        else if (data.alive) silence = setTimeout(end, SILENT_MS, "did not stop: is there a loop without an end, or does it wait?");
      };
      this.worker.postMessage(message);
    });
  }
}

let python = null;
let spare = null;

async function open(verb, word = "") {
  await python.ready;
  const { name, lights } = pair;
  const saved = JSON.stringify(lights);
  const files = JSON.stringify(pair.files ?? {});
  const state = await python.run({ kata: told.kata, name, saved, verb, word, files });
  if (state.ended) throw new Error(`Your code ${state.ended}`);
  setTimeout(() => { spare ??= new Python(); }, 1500);
  return state;
}

async function restart(why) {
  $("bar").className = "amber";
  $("bar").textContent = `${SHAPES.amber} AMBER · your code was ended`;
  trouble(`Python is starting again: your code ${why}`);
  python = spare ?? new Python();
  spare = null;
  const state = await open("ended", why);
  trouble("");
  return state;
}

/* The page. */

let editor = null;
let file = told.module;
let busy = false;
let next = null;
let pause = 0;

function typed() {
  pair.files[file] = editor.text;
  keep();
  clearTimeout(pause);
  if ($("each-pause").checked) pause = setTimeout(() => play("bar"), PAUSE_MS);
}

function choose(name) {
  file = name;
  editor.text = pair.files[file];
  for (const button of $("files").children) button.setAttribute("aria-pressed", button.textContent === name);
}

const button = (textContent, onclick, more) => element("button", { type: "button", textContent, onclick, ...more });

function drawLight({ number, verb, colour, judged }) {
  const title = `light ${number}, ${judged ? colour : verb}: back to it`;
  const look = { title, ariaLabel: title, className: judged ? colour : "" };
  const item = element("li");
  item.append(button(judged ? SHAPES[colour] : "·", () => play("back", String(number)), look));
  return item;
}

/* What Python has said, with the few colours of its terminal. */
function drawSaid(said) {
  $("said").replaceChildren();
  let look = "";
  for (const [number, part] of said.split(/\x1b\[([0-9;]*)m/).entries())
    if (number % 2) look = part === "0" ? "" : part.split(";").map((code) => `a${code}`).join(" ");
    else if (part) $("said").append(element("span", { className: look, textContent: part }));
  $("said").scrollTop = 0;
}

function draw(state) {
  const colour = state.lights.findLast((light) => light.judged)?.colour ?? "";
  $("bar").className = colour;
  $("bar").textContent = colour ? `${SHAPES[colour]} ${colour.toUpperCase()} · ${state.counts}` : "";
  $("lights").replaceChildren(...state.lights.map(drawLight));
  $("lights").scrollLeft = $("lights").scrollWidth;
  // the bar is drawn above: in the text it would stand there twice
  drawSaid(state.said.replace(/\x1b\[1;7;[0-9;]*m[^\n]*\n?$/, "").replace(/ +$/gm, "").trim());
  const names = Object.keys(pair.files).filter((name) => name.endsWith(".py"));
  $("files").replaceChildren(...names.map((name) => button(name, () => choose(name))));
  choose(pair.files[file] === undefined ? names[0] : file);
}

function take(state, isOlder) {
  pair.lights.push(...state.new);
  pair.files = isOlder ? state.files : { ...state.files, ...pair.files };
  draw(state);
  keep();
  send();
}

async function play(verb, word = "") {
  clearTimeout(pause);
  if (busy) {
    next = [verb, word];
    return;
  }
  busy = true;
  page.classList.add("busy");
  try {
    let state = await python.run({ verb, word, files: JSON.stringify(pair.files) });
    if (state.ended) state = await restart(state.ended);
    const { download } = state;
    if (!download) take(state, verb === "back");
    else element("a", { href: `data:application/zip;base64,${download}`, download: `${pair.name}.zip` }).click();
  } catch (error) {
    trouble(`${error.message} Reload the page: your code is kept.`);
  } finally {
    busy = false;
    page.classList.remove("busy");
  }
  const then = next;
  next = null;
  if (then) play(...then);
}

async function begin() {
  $("enter").hidden = true;
  $("who").textContent = pair.name;
  $("word").textContent = pair.word;
  const { createEditor } = await import(`${told.base}editor.min.mjs`);
  await python.ready;
  $("loading").hidden = true;
  $("kata").hidden = false;
  editor = createEditor($("editor"), { label: "Your code", onChange: typed });
  editor.focus();
  take(await open(pair.lights.length ? "show" : "start"), false);
}

async function enter(entry) {
  trouble("");
  try {
    const { name, word, lights, shares } = await visit(entry);
    const here = pair?.word === word ? pair : { lights: [], files: null };
    // of two computers the one with more lights is the newer one
    const newest = lights.length > here.lights.length ? { lights, files: null } : here;
    pair = { name, word, shares, lights: newest.lights, files: newest.files, sent: lights.length };
    keep();
  } catch (error) {
    if (!pair || error.status) {
      trouble(error.status ? `${error.message}.` : "The room does not answer.");
      $("enter").hidden = false;
      return;
    }
  }
  await begin().catch((error) => trouble(`Python does not start: ${error.message}`));
}

function press(verb) {
  play(verb, verb === "next" ? $("expect").value : "");
  if (verb === "next") $("expect").value = "";
}

$("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  const entry = new FormData(event.target);
  const word = entry.get("word").trim();
  if (!word && !entry.get("name")) return;
  enter(word ? { word } : { name: entry.get("name"), shares: entry.get("shares") !== null });
});

const buttons = [...document.querySelectorAll("[data-verb]")];
for (const one of buttons) one.onclick = () => press(one.dataset.verb);

addEventListener("keydown", (event) => {
  const held = event.altKey ? "Alt" : event.ctrlKey || event.metaKey ? "Ctrl" : "";
  const one = buttons.find(({ title }) => title.toLowerCase() === `${held}-${event.key}`.toLowerCase());
  if (!one || !editor || document.querySelector("dialog[open]")) return;
  one.click();
  event.preventDefault();
  event.stopPropagation();
}, { capture: true }); // before the editor, which has other uses for some of them

$("theme").addEventListener("click", otherTheme);
$("help").addEventListener("click", () => $("keys").showModal());

let fetched = 0;

function showLoading(address) {
  const all = Object.values(told.sizes).reduce((sum, size) => sum + size, 0);
  fetched += told.sizes[address.split("/").at(-1)] ?? 0;
  $("loaded").value = fetched / all;
  $("loading-what").textContent = fetched < all
    ? `Python is loading: ${(fetched / 1e6).toFixed(1)} of ${(all / 1e6).toFixed(1)} MB` : "Python is starting …";
}

python = new Python();
python.ready.then(() => { $("loading-what").textContent = "Python is ready."; },
  (error) => trouble(`Python does not start: ${error.message}`));
if (kept.get("theme")) theme(kept.get("theme"));
setInterval(send, 5000);
stored("readonly", (pairs) => pairs.get(SAVED)).catch(() => undefined).then((found) => {
  if (!found) return;
  pair = found;
  enter({ word: pair.word, shares: pair.shares });
});
