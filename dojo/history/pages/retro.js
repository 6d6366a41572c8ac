"use strict";

const page = document.documentElement;
const $ = (id) => document.getElementById(id);
const TITLE = document.title;
const places = [...document.querySelectorAll("main > .page")];

/* Where we are: #questions, #evening, or a pair, #pair-7. */

let shownAt = "";

const here = () => Math.max(0, places.findIndex((place) => `#${place.id}` === location.hash));
const address = (number) => `#${places[Math.max(0, Math.min(places.length - 1, number))].id}`;

function show(focus) {
  shownAt = location.hash;
  document.querySelector(".here")?.classList.remove("here");
  const shown = places[here()];
  shown.classList.add("here");
  document.title = `${shown.querySelector("h2").textContent} · ${TITLE}`;
  if ($("jump")) $("jump").value = shown.id.startsWith("pair-") ? shown.id : "";
  $("back").href = address(here() - 1);
  $("on").href = address(here() + 1);
  scrollTo(0, 0);
  if (focus) shown.querySelector("h2").focus({ preventScroll: true });
}

{% include "switches.js" %}


/* Keys */

function goTo(address) {
  if (address === location.hash) return;
  location.hash = address;
  show(true);
}

const ARROWS = { ArrowRight: () => goTo(address(here() + 1)), ArrowLeft: () => goTo(address(here() - 1)) };
const LETTERS = {
  q: () => goTo("#questions"),
  g: () => goTo("#evening"),
  p: () => project(!page.classList.contains("projecting")),
  d: otherTheme,
  "?": () => $("keys").showModal(),
};

{% include "keys.js" %}

$("jump")?.addEventListener("change", () => goTo(`#${$("jump").value}`));
addEventListener("hashchange", () => location.hash === shownAt || show(true));

if (kept.get("projecting") === "true") project(true);
show(false);
