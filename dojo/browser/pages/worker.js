/* A worker with a Python of its own, in which a participant's code runs. The page ends it if it must. */

import { loadPyodide } from "./pyodide.mjs";

const base = new URL("./", import.meta.url).href;
const HOME = "/home/pyodide";
const deadlines = new Map();

/* Python looks here while it runs, to see whether a signal has come: one has when its time is over. That takes
   no memory shared with the page, which a page without https does not get. */
const clock = {
  get 0() {
    if (deadlines.size === 0) return 0;
    const now = performance.now();
    for (const [signal, { at, every }] of deadlines) {
      if (now < at) continue;
      if (every) deadlines.set(signal, { at: now + every, every });
      else deadlines.delete(signal);
      return signal;
    }
    return 0;
  },
  set 0(_value) { /* Python has taken it */ },
};

function setDeadline(signal, seconds, every) {
  const before = deadlines.get(signal);
  deadlines.delete(signal);
  if (seconds > 0) deadlines.set(signal, { at: performance.now() + seconds * 1000, every: every * 1000 });
  return before ? Math.max(0, before.at - performance.now()) / 1000 : 0;
}

async function load() {
  const [python, home] = await Promise.all([
    loadPyodide({ indexURL: base, lockFileURL: `${base}pyodide-lock.json` }),
    fetch(`${base}home.tar.gz`).then((answer) => answer.arrayBuffer()),
  ]);
  python.unpackArchive(home, "gztar", { extractDir: HOME });
  python.registerJsModule("host", { alive: () => postMessage({ alive: true }), setDeadline });
  python.setInterruptBuffer(clock);
  await python.runPythonAsync(`
import os, sys
sys.path[:0] = ["${HOME}/workspace", "${HOME}/site"]
os.chdir("${HOME}/workspace")
import host
from dojo.browser.timers import prepare
prepare(host.setDeadline)
from dojo.browser.play import begin
`);
  return python;
}

// what a participant's code has no use for, and what is kept for others in this browser
for (const name of ["indexedDB", "BroadcastChannel", "WebSocket", "Worker", "caches"])
  Object.defineProperty(self, name, { value: undefined });
const loading = load();
loading.then(() => postMessage({ loaded: true }), (error) => postMessage({ broken: String(error) }));

let play;
addEventListener("message", async ({ data }) => {
  const python = await loading;
  try {
    answer(python, data);
  } catch (error) { // Python itself has ended
    postMessage({ broken: String(error) });
  }
});

function answer(python, data) {
  if (data.kata) {
    python.globals.set("told", python.toPy([`${HOME}/workspace`, data.kata, data.name, data.saved]));
    play = python.runPython("begin(*told, host)");
  }
  if (data.verb === "pack") postMessage({ packed: play.pack().toJs() });
  else postMessage({ answer: play.play(data.verb, data.files, data.word ?? "") });
}
