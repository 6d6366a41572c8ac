/* Switches, kept for a reload where the browser allows it. */

import { $, page } from "./dom.mjs";

export const kept = {
  get(name) {
    try { return sessionStorage.getItem(name); } catch { return null; }
  },
  set(name, value) {
    try { sessionStorage.setItem(name, value); } catch { /* then they last until the reload */ }
  },
};

export function project(on) {
  page.classList.toggle("projecting", on);
  $("project").setAttribute("aria-pressed", on);
  kept.set("projecting", on);
}

export function theme(name) {
  page.dataset.theme = name;
  kept.set("theme", name);
}

export function otherTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  theme((page.dataset.theme || (dark ? "dark" : "light")) === "dark" ? "light" : "dark");
}

// it opens at its top: a browser would go to the first thing in it that can be used, at its end
export function showKeys() {
  $("keys").showModal();
  $("keys-head").focus();
}

$("theme").addEventListener("click", otherTheme);
$("help").addEventListener("click", showKeys);
if (kept.get("theme")) theme(kept.get("theme"));
