import { $ } from "../../screen/shared/dom.mjs";
import { listenToKeys, toggleProjecting } from "../../screen/shared/keys.mjs";
import { kept, otherTheme, project, showKeys } from "../../screen/shared/switches.mjs";

const TITLE = document.title;
const places = [...document.querySelectorAll("main > .page")];

/* Where we are: #questions, #evening, or a pair, #pair-7. */

let shownAt = "";

const here = () => Math.max(0, places.findIndex((place) => `#${place.id}` === location.hash));
const addressOf = (number) => `#${places[Math.max(0, Math.min(places.length - 1, number))].id}`;

function show(focus) {
  shownAt = location.hash;
  document.querySelector(".here")?.classList.remove("here");
  const shown = places[here()];
  shown.classList.add("here");
  document.title = `${shown.querySelector("h2").textContent} · ${TITLE}`;
  if ($("jump")) $("jump").value = shown.id.startsWith("pair-") ? shown.id : "";
  $("back").href = addressOf(here() - 1);
  $("on").href = addressOf(here() + 1);
  scrollTo(0, 0);
  if (focus) shown.querySelector("h2").focus({ preventScroll: true });
}

/* Keys */

function goTo(address) {
  if (address === location.hash) return;
  location.hash = address;
  show(true);
}

const ARROWS = { ArrowRight: () => goTo(addressOf(here() + 1)), ArrowLeft: () => goTo(addressOf(here() - 1)) };
const LETTERS = {
  q: () => goTo("#questions"),
  g: () => goTo("#evening"),
  p: toggleProjecting,
  d: otherTheme,
  "?": showKeys,
};

listenToKeys(ARROWS, LETTERS);

$("jump")?.addEventListener("change", () => goTo(`#${$("jump").value}`));
addEventListener("hashchange", () => location.hash === shownAt || show(true));

if (kept.get("projecting") === "true") project(true);
show(false);
