/* What every page of the site does: dark or light, and the pages kept for when there is no network. */

import { $, page } from "../../screen/shared/dom.mjs";

const THEME = "theme";
const remembered = {
  get() {
    try { return localStorage.getItem(THEME); } catch { return null; }
  },
  set(name) {
    try { localStorage.setItem(THEME, name); } catch { /* then it lasts until the next page */ }
  },
};

function show(name) {
  page.dataset.theme = name;
}

$("theme").hidden = false;
$("theme").addEventListener("click", () => {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const name = (page.dataset.theme || (isDark ? "dark" : "light")) === "dark" ? "light" : "dark";
  show(name);
  remembered.set(name);
});
if (remembered.get()) show(remembered.get());

/* A room has pages of its own: they're opened, and nothing is asked of them from here. */
$("join")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const address = $("room").value.trim().replace(/^https?:\/\//, "").replace(/\/+$/, "");
  const isRoom = /^[^\s/]+:\d+\/[^\s/]+$/.test(address);
  $("no-room").textContent = isRoom ? "" : "The address of a room looks like 192.168.1.20:8765/plum-fox: who opened it sees it on the screen.";
  if (isRoom) location.href = `http://${address}/`;
});

// a browser has it by https, and on this machine
navigator.serviceWorker?.register($("top").dataset.worker).catch(() => {});
