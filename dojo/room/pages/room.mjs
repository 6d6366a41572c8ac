/* The page of a room: which view is shown, and the keys. */

import { $, element, page } from "../../screen/shared/dom.mjs";
import { kept, otherTheme, project, showKeys } from "../../screen/shared/switches.mjs";
import {
  drawClock, drawLead, fillNames, fillPlan, leads, nameMany, readLead, removePair, renamePair, setPlan, tell, tellAll,
} from "./clock.mjs";
import { drawMinutes, followNow } from "./minutes.mjs";
import { choose, drawPair, openLight, showLast } from "./pair.mjs";
import { askQuestion, drawQuestion } from "./question.mjs";
import { drawRows, fit, sortBy } from "./rows.mjs";
import { listenTo, mute, sound, wake } from "./sound.mjs";
import { goTo, here, listen, onNews, state } from "./state.mjs";
import { say, warningsInALine, write } from "./texts.mjs";

function read(address) {
  const pair = address.match(/^#pair=([^&]+)(?:&light=(\d+))?$/);
  try {
    if (pair) return { view: "pair", name: decodeURIComponent(pair[1]), light: pair[2] && Number(pair[2]) };
  } catch { /* an address that somebody has cut */ }
  if (["#minutes", "#clock", "#join", "#question"].includes(address)) return { view: address.slice(1) };
  return { view: "room" };
}

function show(focus) {
  readLead();
  const place = here.place = read(location.hash);
  for (const view of ["room", "minutes", "pair", "clock", "question"]) $(`view-${view}`).hidden = view !== place.view;
  draw();
  followNow();
  scrollTo(0, 0);
  if (focus) $(`view-${place.view}`).querySelector("h2").focus({ preventScroll: true });
}

// until the first pair is there, the room shows how to join
const isEmpty = () => ["room", "minutes"].includes(here.place.view) && state.heardAt > 0 && state.pairs.size === 0;

const TITLES = { room: "", minutes: "Minutes · ", clock: "Clock · ", join: "Join · ", question: "A question · " };
const titleOf = ({ view, name }) => (view === "pair" ? `${name} · ` : TITLES[view]);

function draw() {
  const { place } = here;
  $("view-join").hidden = place.view !== "join" && !isEmpty();
  page.dataset.view = place.view;
  page.classList.toggle("empty", isEmpty());
  say($("banner"), state.lost);
  page.classList.toggle("lost", Boolean(state.lost));
  drawJoin();
  drawLead();
  drawNotes();
  drawRows();
  if (place.view === "pair") drawPair(place.name, place.light);
  listenTo(state.clock);
  fillPlan();
  if (place.view === "question") drawQuestion();
  drawClock();
  fit(state.pairs.size);
  if (place.view === "minutes") drawMinutes();
  document.title = `${titleOf(place)}The room ${state.word ?? ""}`;
}

function order(name) {
  sortBy(name);
  draw();
}

function drawNotes() {
  const drawn = [...$("notes").children].map((line) => line.textContent);
  const warnings = [$("refused").textContent, $("locked").textContent, ...state.notes];
  say($("warning"), warningsInALine(warnings));
  page.classList.toggle("warned", !$("warning").hidden);
  $("notes").hidden = state.notes.length === 0;
  if (drawn.length === state.notes.length && drawn.every((line, n) => line === state.notes[n])) return;
  $("notes").replaceChildren(...state.notes.map((line) => element("li", "", line)));
}

function drawJoin() {
  const address = state.address ? `${state.address}/${state.word}` : "";
  say($("how-to-join"), address ? `make join ROOM=${address}` : "");
  $("qr").hidden = !address;
  write($("empty-address"), address);
  $("empty").style.setProperty("--characters", address.length);
  for (const shown of document.querySelectorAll(".address")) write(shown, address);
}

function enlarge(on) {
  project(on);
  draw();
  showLast();
  followNow();
}

// asks the address and not what is drawn: a second press may come before the first has drawn its view
const isAt = (view) => read(location.hash).view === view;
const showOrLeave = (view) => goTo(isAt(view) ? "" : `#${view}`);

const LETTERS = {
  r: () => goTo(""),
  t: () => showOrLeave("minutes"),
  c: () => goTo("#clock"),
  j: () => showOrLeave("join"),
  p: () => enlarge(!page.classList.contains("projecting")),
  d: otherTheme,
  m: () => mute(!sound.muted),
  q: () => (isAt("question") ? goTo("") : askQuestion()),
  s: () => tell("start"),
  x: () => tell("stop"),
  n: () => tell("next"),
  5: () => tell("extend"),
  1: () => order("name"),
  2: () => order("stuck"),
  3: () => order("progress"),
  "?": showKeys,
};

addEventListener("keydown", (event) => {
  wake();
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "?" && $("keys").open) return $("keys").close();
  if (document.querySelector("dialog[open]")) return;
  if (event.target.closest("input:not([type=radio], [type=checkbox]), textarea")) return;
  if (event.key === "Escape" && page.classList.contains("projecting")) enlarge(false);
  else if (Object.hasOwn(LETTERS, event.key) && $("letters").checked) LETTERS[event.key]();
  else return;
  event.preventDefault();
});

addEventListener("pointerdown", wake);
addEventListener("hashchange", () => show(true));
for (const button of document.querySelectorAll("[data-sort]"))
  button.addEventListener("click", () => order(button.dataset.sort));
for (const button of document.querySelectorAll("[data-do]"))
  button.addEventListener("click", () => tell(button.dataset.do));
$("plan").addEventListener("submit", setPlan);
$("tell").addEventListener("submit", tellAll);
$("rename").addEventListener("submit", renamePair);
$("many").addEventListener("toggle", fillNames);
$("names").addEventListener("submit", nameMany);
$("remove").addEventListener("click", removePair);
$("lock").addEventListener("click", () => leads(state.locked ? "unlock" : "lock"));
$("lights").addEventListener("change", choose);
for (const table of ["pairs", "minutes"])
  $(table).addEventListener("click", ({ target }) => openLight(target));
$("mute").addEventListener("click", () => mute(!sound.muted));
$("project").addEventListener("click", () => enlarge(!page.classList.contains("projecting")));

mute(sound.muted);
sortBy();
if (kept.get("projecting") === "true") project(true);
onNews(draw);
show(false);
listen();
setInterval(() => {
  drawClock();
  if (here.place.view === "question") drawQuestion();
}, 250);
