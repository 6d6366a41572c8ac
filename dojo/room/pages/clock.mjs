/* The clock of the room: large on its own view, small above the rows; and what the leader does. */

import { $, page } from "../../screen/shared/dom.mjs";
import { kept } from "../../screen/shared/switches.mjs";
import { inALine, leftNow, phaseOf, rotationOf, seatsOf, timeOf } from "./clock_words.mjs";
import { byName, factsOf } from "./facts.mjs";
import { changeInWords, changedNames, linesOf } from "./many.mjs";
import { wordOf } from "./shapes.mjs";
import { seatsChange, sound } from "./sound.mjs";
import { asked, drawNews, goTo, here, now, passed, state, waitOf } from "./state.mjs";
import { say, write } from "./texts.mjs";
import { countdown, long } from "./times.mjs";

let planned = false;

export function readLead() {
  const given = location.hash.match(/^#lead=([^&]+)$/);
  if (given) {
    kept.set("lead", decodeURIComponent(given[1]));
    here.lead = decodeURIComponent(given[1]);
    history.replaceState(null, "", "#");
  }
  here.lead = here.lead || kept.get("lead") || "";
}

const inShort = (clock) =>
  inALine([phaseOf(clock), timeOf(clock, passed()), waitsInShort() || rotation(clock), seatsOf(clock)]);
const rotation = (clock) => rotationOf(clock, passed(), seatsChange());

export function drawClock() {
  const { clock } = state;
  say($("small-clock"), clock ? inShort(clock) : "");
  $("small-clock").classList.toggle("long", $("small-clock").textContent.length > 70);
  if (here.place.view === "clock") $("small-clock").hidden = true;
  write($("phase"), clock ? phaseOf(clock) : "No clock is set");
  say($("left"), clock ? countdown(leftNow(clock, clock.left, passed())) : "");
  say($("over"), clock ? overOf(clock) : "");
  say($("seats"), clock ? seatsOf(clock) : "");
  say($("rotation"), clock ? rotation(clock) : "");
  say($("waits"), waits());
  say($("red"), clock && (clock.phase === "break" || clock.over > 0) ? whoIsRed() : "");
  $("unheard").hidden = !clock || sound.muted || Boolean(sound.audio);
  $("lead").hidden = !here.lead;
  $("more-time").hidden = !here.lead || !clock || here.place.view === "clock";
  $("no-lead").hidden = Boolean(here.lead);
  page.classList.toggle("phase-over", Boolean(clock && clock.over > 0));
}

function overOf(clock) {
  if (clock.over > 0) return timeOf(clock, passed());
  return clock.running ? "" : "stopped";
}

const waiting = () => [...state.pairs.values()].filter((pair) => waitOf(pair) > 0).sort(byName);

function waitsInShort() {
  const pairs = waiting();
  if (!pairs.length) return "";
  return `waits for ${pairs.length === 1 ? pairs[0].name : `${pairs.length} pairs`}`;
}

// with all names of a full room the clock would run off the screen
function someOf(told, most = 8) {
  const more = told.length - most;
  return told.slice(0, most).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function waits() {
  const pairs = waiting();
  if (!pairs.length) return "";
  const told = pairs.map((pair) => `${pair.name} (${long(waitOf(pair))} at most)`);
  return `The change waits for green: ${someOf(told)}`;
}

function whoIsRed() {
  const pairs = [...state.pairs.values()].filter((pair) => !pair.left).sort(byName);
  const facts = pairs.map((pair) => ({ name: pair.name, ...factsOf(pair, now()) }));
  const red = facts.filter(({ last, green }) => last && !green);
  if (!facts.some(({ last }) => last)) return "";
  if (!red.length) return "Everybody is green.";
  const told = red.map(({ name, last, since }) => `${name} (${wordOf(last)}, ${long(since)})`);
  return `Not green: ${someOf(told)}`;
}

/* What the facilitator does. */

export async function leads(what, more, refused = $("refused")) {
  if (!here.lead) return null;
  try {
    const headers = { "Content-Type": "application/json" };
    const told = await asked("lead", { method: "POST", headers, body: JSON.stringify({ do: what, ...more }) });
    write(refused, "");
    return told;
  } catch (error) {
    write(refused, `The room has not done it: ${error.message}.`);
    return null;
  }
}

export async function tell(what, plan) {
  const told = await leads(what, plan && { plan }, $("answer"));
  if (told) Object.assign(state, { clock: told.clock, now: now(), heardAt: performance.now() });
  if (told && plan) write($("answer"), "The plan is set.");
  drawNews();
}

export function drawLead() {
  $("lead-room").hidden = $("lead-pair").hidden = !here.lead;
  $("lock").setAttribute("aria-pressed", Boolean(state.locked));
  say($("locked"), state.locked ? "No more pairs can join." : "");
  say($("message"), state.message ?? "");
  $("message").classList.toggle("long", (state.message ?? "").length > 35);
}

export async function tellAll(event) {
  event.preventDefault();
  const field = event.target.elements.message;
  if (await leads("tell", { message: field.value.trim() })) field.value = "";
}

export async function renamePair(event) {
  event.preventDefault();
  const name = event.target.elements.name.value;
  if (await leads("rename", { pair: here.place.name, name })) goTo(`#pair=${encodeURIComponent(name)}`);
}

export async function removePair() {
  if (!confirm(`Remove ${here.place.name} from the room? Its lights are kept on the disk, and it cannot come back.`)) return;
  if (await leads("remove", { pair: here.place.name })) goTo("");
}

export function fillNames() {
  const pairs = [...state.pairs.values()].sort(byName);
  if ($("many").open) $("names").elements.names.value = linesOf(pairs.map(({ name }) => name));
}

export async function nameMany(event) {
  event.preventDefault();
  const names = changedNames(event.target.elements.names.value);
  if (!Object.keys(names).length || !confirm(changeInWords(names))) return;
  if (await leads("names", { names })) $("many").open = false;
}

export function fillPlan() {
  if (planned || !state.clock) return;
  planned = true;
  const { plan } = state.clock;
  const fields = $("plan").elements;
  for (const name of ["round", "rotate", "rest"]) fields[name].value = plan[name];
  fields.names.value = plan.names.join(" ");
  for (const name of ["at_green", "by_itself"]) fields[name].checked = plan[name];
}

export function setPlan(event) {
  event.preventDefault();
  const fields = $("plan").elements;
  tell("set", {
    round: Number(fields.round.value),
    rotate: Number(fields.rotate.value),
    rest: Number(fields.rest.value),
    names: fields.names.value.split(/[\s,]+/).filter(Boolean),
    at_green: fields.at_green.checked,
    by_itself: fields.by_itself.checked,
  });
}
