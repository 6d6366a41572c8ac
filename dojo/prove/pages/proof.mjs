import { $ } from "../../screen/shared/dom.mjs";
import { listenToKeys, toggleProjecting } from "../../screen/shared/keys.mjs";
import { kept, otherTheme, project, showKeys } from "../../screen/shared/switches.mjs";

const TITLE = document.title;
const versions = [...document.querySelectorAll(".version")];
const lines = [...document.querySelectorAll("#summary [data-words]")];
const choices = [...document.querySelectorAll("#shown option")].map((option) => option.value);

/* Where we are: #summary, #version-7, or #version-7-line-2. The filter says which versions are there to walk. */

let shownAt = "";

const here = () => versions.findIndex((version) => `${location.hash}-`.startsWith(`#${version.id}-`));
const fits = (shown, wanted) => !wanted || shown.dataset.words.split(" ").includes(wanted);
const word = () => $("shown")?.value || "";
const addressOf = (version) => (version ? `#${version.id}` : "#summary");
const after = () => versions.find((version, n) => n > here() && fits(version, word())) ?? versions[here()];
const before = () => versions.findLast((version, n) => n < here() && fits(version, word()));

function show(focus) {
  shownAt = location.hash;
  document.querySelector(".here")?.classList.remove("here");
  const shown = versions[here()] ?? $("summary");
  shown.classList.add("here");
  document.title = here() < 0 ? TITLE : `${shown.querySelector("h2").textContent} · ${TITLE}`;
  walk();
  scrollTo(0, 0);
  const line = $(location.hash.slice(1));
  if (line?.matches(".verdicts li")) line.scrollIntoView({ block: "center" });
  if (focus) (line?.matches(".verdicts li") ? line : shown.querySelector("h2")).focus({ preventScroll: true });
}

function walk() {
  const fitting = versions.filter((version) => fits(version, word()));
  const place = fitting.indexOf(versions[here()]) + 1;
  $("here").textContent = place && word() ? `${place} of ${fitting.length} shown` : "";
  $("back").href = addressOf(before());
  $("on").href = addressOf(after());
}

function filter(asked) {
  const chosen = choices.includes(asked) ? asked : "";
  if ($("shown")) $("shown").value = chosen;
  kept.set("shown", chosen);
  lines.forEach((line) => { line.hidden = !fits(line, chosen); });
  walk();
}

/* Keys */

function goTo(address) {
  if (address === location.hash) return;
  location.hash = address;
  show(true);
}

const ARROWS = { ArrowRight: () => goTo(addressOf(after())), ArrowLeft: () => goTo(addressOf(before())) };
const LETTERS = {
  j: ARROWS.ArrowRight,
  k: ARROWS.ArrowLeft,
  g: () => goTo("#summary"),
  l: () => filter(word() === "look" ? "" : "look"),
  p: toggleProjecting,
  d: otherTheme,
  "?": showKeys,
};

listenToKeys(ARROWS, LETTERS);

$("shown")?.addEventListener("change", () => filter($("shown").value));
addEventListener("hashchange", () => location.hash === shownAt || show(true));

if (kept.get("projecting") === "true") project(true);
filter(kept.get("shown"));
show(false);
