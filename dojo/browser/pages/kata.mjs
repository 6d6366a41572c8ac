import { $, page } from "../../screen/shared/dom.mjs";
import "../../screen/shared/switches.mjs";
import { clockOfAPair, interruptsWork } from "../../room/pages/clock_words.mjs";
import { say } from "../../room/pages/texts.mjs";
import { folderName } from "./folder_name.mjs";
import { Interpreter } from "./interpreter.mjs";
import { erase, load, save } from "./kept.mjs";
import { Pane } from "./panes.mjs";
import { drawReading } from "./reading.mjs";
import { splitFiles } from "./split_files.mjs";

const told = JSON.parse($("told").textContent);
told.base = new URL(told.base, location.href).href; // on a site it is written as it is seen from the page
const SHAPES = { green: "■", red: "×", amber: "!" };
const SIGNS = { hint: "?", back: "↩" }; // of what is in the row, and was no run
const PAUSE_MS = 1000;
const ASK_ROOM_MS = 3000;
const OLD_NEWS_MS = 20_000; // a room that has been silent for longer may have another clock by now
const LAST_HINT = "There is no further hint.";
const LINE_PX = 20; // of what is said, about
const JUMP = "alt-j"; // to the other editor
// a folder and its index.html are one page
const PAIR = `${location.pathname.replace(/index\.html$/, "")} ${told.kata}`;

const make = (tag, what) => Object.assign(document.createElement(tag), what);
const button = (textContent, onclick, more) =>
  make("button", { type: "button", textContent, onclick, ...more });

const trouble = (text) => { $("trouble").textContent = text; };

/* What these verbs say is shown below the failure, and not in its place. */
const BESIDE = new Set(["hint", "where", "download"]);
/* These bring other files. */
const BRINGS_FILES = new Set(["back", "reset"]);

/* Of a pair this browser keeps its words, its lights, how many of them the room has, and those files that are newer
   than the last light. */

let pair = null;
const keep = () => pair && save(PAIR, pair).catch(() =>
  trouble("This browser keeps nothing: download your code before you close the page."));

/* The room: lights go there as soon as it answers, in order, each once. */

async function visit(body) {
  const answer = await fetch("visit", {
    method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
    signal: AbortSignal.timeout(8000),
  });
  const said = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(said.error), { isAnswer: true });
  hear(said);
  return said;
}

let sending = false;

async function send() {
  if (sending || !pair || !told.room) return;
  sending = true;
  try {
    while (pair.sent < pair.lights.length) {
      const { word, shares, sent: after } = pair;
      const { number } = await visit({ word, shares, after, lights: pair.lights.slice(after, after + 1) });
      pair.sent = Math.min(number, pair.lights.length);
      keep();
    }
    $("sent").textContent = "The room has all your lights.";
    $("sent").classList.remove("now");
  } catch (error) {
    const waiting = pair.lights.length - pair.sent;
    $("sent").textContent = error.isAnswer
      ? `The room says: ${error.message}` : `The room does not answer: ${waiting} to send later.`;
    // what it refuses stays refused until somebody does something; what it has not heard is sent again
    $("sent").classList.toggle("now", Boolean(error.isAnswer));
  } finally {
    sending = false;
  }
}

/* What the room says to all: its leader's message, and the clock. */

const news = { message: "", clock: null, at: -Infinity };

function hear({ message, clock }) {
  Object.assign(news, { message, clock, at: performance.now() });
  drawNews();
}

function drawNews() {
  const silent = performance.now() - news.at;
  const clock = silent < OLD_NEWS_MS ? news.clock : null;
  say($("leader"), silent < OLD_NEWS_MS ? news.message : "");
  say($("round"), clock ? clockOfAPair(clock, silent / 1000) : "");
  $("round").classList.toggle("now", Boolean(clock) && interruptsWork(clock, silent / 1000));
}

async function askRoom() {
  if (!pair || sending || !panes.code || !told.room) return;
  const { word, shares, sent: after } = pair;
  await visit({ word, shares, after }).catch(() => {});
}

/* Python, with the attempt of this pair. */

class Python extends Interpreter {
  constructor() {
    super(told, (bytes) => { $("loaded").value += bytes; });
  }

  async play(verb, word) {
    await this.ready;
    const { name, lights, files } = pair;
    const opens = this.isOpen ? undefined : [told.kata, name, JSON.stringify(lights)];
    this.isOpen = true;
    return this.ask({ opens, verb, word, files: JSON.stringify(files) });
  }
}

let python = new Python();
let spare = null; // ready when the first has to be ended

/* The page. */

let createEditor = null;
let panes = {}; // of the code, and of the tests if the pair writes them
let busy = false;
let next = null;
let pause = 0;

function typed(name, text) {
  pair.files[name] = text;
  keep();
  markOld();
  clearTimeout(pause);
  if ($("each-pause").checked) pause = setTimeout(play, PAUSE_MS, "bar");
}

function makePane(section, label, file) {
  return new Pane(section, { createEditor, label, file, read: (name) => pair.files[name], write: typed });
}

function drawFiles() {
  const names = splitFiles(Object.keys(pair.files), pair.isOwn);
  if (names.tests.length && !panes.tests) {
    $("kata").classList.add("own");
    $("tests").hidden = false;
    panes.tests = makePane($("tests"), "Your tests", `test_${told.module}`);
    panes.tests.focus();
  }
  panes.code.draw(names.code);
  if (panes.tests) panes.tests.draw(names.tests);
}

/* A module beside the first one, which imports it by its name. */
$("new-file").onclick = () => {
  const name = prompt("A name for the module, for example grid.py")?.trim();
  if (!name) return;
  const wrong = !/^[a-z_][a-z0-9_]*\.py$/i.test(name);
  trouble(wrong ? `${name} is no name of a module: it has letters, digits and _, and ends with .py` : "");
  if (wrong) return;
  pair.files[name] ??= "";
  keep();
  drawFiles();
  const pane = splitFiles([name], pair.isOwn).tests.length ? panes.tests : panes.code;
  pane.choose(name);
  pane.focus();
};

function showBar(colour, text, isOld = false) {
  $("bar").className = colour;
  $("bar").textContent = colour && `${SHAPES[colour]} ${colour.toUpperCase()} · ${text}`;
  if (isOld) markOld();
}

/* The bar is about what was there before something was typed. */
function markOld() {
  if (busy || !$("bar").textContent || $("bar").classList.contains("old")) return;
  $("bar").classList.add("old");
  $("bar").textContent += " · before your last change";
}

/* While a run is under way the old bar is not its bar. */
function showRunning(began) {
  const seconds = Math.floor((performance.now() - began) / 1000);
  if (seconds < 1) return;
  $("bar").className = "";
  $("bar").textContent = `running … ${seconds} s`;
}

function drawLight({ number, verb, colour, judged }) {
  const title = `run ${number}, ${judged ? colour : verb}: back to it`;
  const look = { title, ariaLabel: title, className: judged ? colour : "" };
  const goBack = () => play("back", String(number));
  const item = make("li");
  item.append(button(judged ? SHAPES[colour] : SIGNS[verb] ?? "·", goBack, look));
  // a sentence may name a light by its number
  item.append(make("small", { textContent: number, ariaHidden: "true", onclick: goBack }));
  return item;
}

/* What Python has said, with the few colours of its terminal; but for the bar, which is drawn above. */
function drawSaid(box, said) {
  box.replaceChildren();
  let look = "";
  const text = said.replace(/\x1b\[1;7;[0-9;]*m[^\n]*\n?$/, "").replace(/ +$/gm, "").trim();
  for (const [number, part] of text.split(/\x1b\[([0-9;]*)m/).entries())
    if (number % 2) look = part === "0" ? "" : part.split(";").map((code) => `a${code}`).join(" ");
    else if (part) box.append(make("span", { className: look, textContent: part }));
  box.scrollTop = 0;
  markBelow();
}

/* What a verb says that leaves the failure in view. A hint stays above the next one, until something runs. */
let besideVerb = "";
let besideText = "";

function drawBeside(verb, said) {
  const isNextHint = verb === "hint" && besideVerb === "hint";
  if (isNextHint && besideText.endsWith(LAST_HINT)) return;
  if (isNextHint && besideText.endsWith(said)) said = LAST_HINT;
  const above = isNextHint ? $("more").scrollHeight : 0;
  besideText = isNextHint ? `${besideText.trimEnd()}\n\n${said}` : said;
  besideVerb = verb;
  drawSaid($("more"), besideText);
  $("more").scrollTop = above;
  // it takes room from the failure, at whose end are what was wanted and what came
  $("said").scrollTop = $("said").scrollHeight;
}

function clearBeside() {
  besideVerb = besideText = "";
  $("more").replaceChildren();
}

/* A box may end between two lines, and a scroll bar may be hidden: then nobody sees that there is more. */
function markBelow() {
  const { scrollHeight, scrollTop, clientHeight } = $("said");
  $("below").hidden = scrollHeight - scrollTop - clientHeight < LINE_PX;
}
$("said").addEventListener("scroll", markBelow);
new ResizeObserver(markBelow).observe($("said"));
$("below").onclick = () => $("said").scrollBy({ top: $("said").clientHeight - 2 * LINE_PX });

/* Shows what a verb has answered to the files that were sent with it. */
function take(verb, { lights, counts, said, files, download, reading, ...more }, sent) {
  const wasTyped = JSON.stringify(pair.files) !== sent;
  pair.lights.push(...more.new);
  pair.isOwn = more.is_own;
  pair.files = BRINGS_FILES.has(verb) ? files : { ...files, ...pair.files }; // what was typed meanwhile
  keep();
  send();
  showBar(lights.findLast((light) => light.judged)?.colour ?? "", counts, more.is_old || wasTyped);
  $("lights").replaceChildren(...lights.map(drawLight));
  $("lights").scrollLeft = $("lights").scrollWidth;
  if (verb === "read") drawReading(reading);
  else if (BESIDE.has(verb)) drawBeside(verb, said);
  else {
    drawSaid($("said"), said);
    clearBeside();
  }
  drawFiles();
  const href = `data:application/zip;base64,${download}`;
  if (download) make("a", { href, download: `${pair.name}.zip` }).click();
}

async function play(verb, word = "") {
  clearTimeout(pause);
  if (busy) {
    next = [verb, word];
    return;
  }
  busy = true;
  page.classList.add("busy");
  const began = performance.now();
  const clock = setInterval(showRunning, 250, began);
  const sent = JSON.stringify(pair.files);
  try {
    let state = await python.play(verb, word);
    if (state.ended) {
      showBar("amber", "your code was ended");
      trouble(`Python is starting again: your code ${state.ended}`);
      python = spare ?? new Python();
      spare = null;
      state = await python.play("ended", state.ended);
      trouble("");
    }
    if (state.ended) throw new Error(`Your code ${state.ended}`);
    busy = false; // the bar may be marked as old again
    clearInterval(clock);
    take(verb, state, sent);
    spare ??= new Python();
  } catch (error) {
    trouble(`${error.message} Reload the page: your code is kept.`);
  } finally {
    clearInterval(clock);
    busy = false;
    page.classList.remove("busy");
  }
  const then = next;
  next = null;
  if (then) play(...then);
}

/* Your copy: since when it is here, and how to be rid of it. */

function drawCopy() {
  const since = new Date(pair.since);
  const time = since.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const isToday = since.toDateString() === new Date().toDateString();
  $("since").textContent = isToday ? time : `${since.toLocaleDateString()}, ${time}`;
}

$("afresh").onclick = () => {
  const rest = "Your files and tests go back to those of the start. Your lights stay, and lead back to them.";
  if (confirm(`Start afresh? ${rest}`)) play("reset");
};

$("erase").onclick = async () => {
  const kept = told.room
    ? `The room keeps the lights that it has: your words, ${pair.word}, bring them back.`
    : "Nobody else has them: download them first if you may want them again.";
  if (!confirm(`Erase your code and your lights in this browser? ${kept}`)) return;
  pair = null;
  await erase(PAIR);
  location.reload();
};

/* Another tab with the same copy would write over what this one keeps. */

const tabs = new BroadcastChannel(`dojo ${PAIR}`);
const others = new Set();
const me = crypto.getRandomValues(new Uint32Array(1))[0];

tabs.onmessage = ({ data: { from, says } }) => {
  if (!pair) return;
  if (says === "bye") others.delete(from);
  else others.add(from);
  if (says === "hello") tabs.postMessage({ from: me, says: "here" });
  $("twice").hidden = others.size === 0;
};
addEventListener("pagehide", () => tabs.postMessage({ from: me, says: "bye" }));

async function begin() {
  pair.since ??= Date.now();
  keep();
  drawCopy();
  tabs.postMessage({ from: me, says: "hello" });
  $("enter").hidden = true;
  $("who").textContent = pair.name;
  if (told.room) $("word").textContent = pair.word;
  ({ createEditor } = await import(`${told.base}editor.min.mjs`));
  await python.ready;
  $("loading").hidden = true;
  $("kata").hidden = false;
  panes.code = makePane($("code"), "Your code", told.module);
  panes.code.focus();
  const isNew = !pair.lights.length;
  await (isNew ? play("start", pair.mode) : play("show"));
  if (isNew && !panes.tests) goToEnd();
  // what was typed just before the page was left has not run yet
  else if ($("bar").classList.contains("old") && $("each-pause").checked) play("bar");
}

/* Code comes below the lines that are there: who types at once types it in its place. */
function goToEnd() {
  const selection = getSelection();
  selection.selectAllChildren($("code").querySelector(".cm-content"));
  selection.collapseToEnd();
}

/* A pair comes in; of many lights an answer has the first ones. */
async function comeIn(entry) {
  const known = await visit(entry);
  const { word, shares } = known;
  while (known.lights.length < known.number) {
    const { lights } = await visit({ word, shares, after: known.lights.length });
    if (!lights.length) break;
    known.lights.push(...lights);
  }
  return known;
}

/* On a site nobody else has the lights. */
function enterAlone(name, mode) {
  pair ??= { name, mode, lights: [], files: {}, sent: 0 };
  keep();
  begin().catch((error) => trouble(error.message));
}

async function enter(entry, mode) {
  trouble("");
  try {
    const { name, word, lights, shares } = await comeIn(entry);
    const here = pair?.word === word ? pair : { mode, lights: [], files: {} };
    // of two computers the one with more lights is the newer one
    const newest = lights.length > here.lights.length ? { lights, files: {} } : here;
    const { since } = here;
    const own = { since, mode: here.mode, lights: newest.lights, files: newest.files };
    pair = { name, word, shares, ...own, sent: lights.length };
    keep();
  } catch (error) {
    if (!pair || error.isAnswer) {
      trouble(error.isAnswer ? `${error.message}.` : "The room does not answer.");
      $("enter").hidden = false;
      return;
    }
  }
  begin().catch((error) => trouble(error.message));
}

/* What this browser has of a pair is read first: who is faster with a name would begin anew. */
const returned = load(PAIR).then((found) => {
  pair = found;
  if (pair && !told.room) enterAlone(pair.name);
  else if (pair) enter({ word: pair.word, shares: pair.shares });
});

$("enter").addEventListener("submit", async (event) => {
  event.preventDefault();
  const entry = new FormData(event.target);
  const name = folderName(entry.get("name"));
  await returned;
  if (!told.room) {
    trouble(name ? "" : "Type a name, in the letters a to z.");
    if (name && !pair) enterAlone(name, entry.get("mode"));
    return;
  }
  const word = entry.get("word").trim();
  if (!word && !name) {
    const letters = entry.get("name") ? " in the letters a to z" : "";
    trouble(`Type a name${letters}, or your four words.`);
    return;
  }
  const known = word ? { word } : { name, shares: entry.get("shares") !== null };
  enter(known, entry.get("mode"));
});

const buttons = [...document.querySelectorAll("[data-verb]")];
for (const one of buttons) one.onclick = () => {
  const { verb } = one.dataset;
  play(verb, verb === "next" ? $("expect").value : "");
  if (verb === "next") $("expect").value = "";
};

/* Goes to the editor of the tests from that of the code, and back; it has the focus unless something else is used. */
function jump() {
  if (!panes.tests) return;
  const pane = $("tests").contains(document.activeElement) ? panes.code : panes.tests;
  pane.focus();
}

addEventListener("keydown", (event) => {
  const held = event.altKey ? "Alt" : event.ctrlKey || event.metaKey ? "Ctrl" : "";
  const pressed = `${held}-${event.key}`.toLowerCase();
  const one = buttons.find(({ title }) => title.toLowerCase() === pressed);
  const act = pressed === JUMP ? jump : one && (() => one.click());
  if (!act || !panes.code || document.querySelector("dialog[open]")) return;
  act();
  event.preventDefault();
  event.stopPropagation();
}, { capture: true }); // before the editor, which has other uses for some of them

python.ready.then(
  () => {
    $("loaded").hidden = true;
    $("loading-what").textContent = "Python is ready.";
  },
  (error) => trouble(error.message));
setInterval(send, 5000);
setInterval(askRoom, ASK_ROOM_MS);
setInterval(drawNews, 250);
