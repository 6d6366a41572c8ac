/* A worker with a Python of its own, in which a participant's code runs. The page ends it if it must. */

import { startPython } from "./python.mjs";

const base = new URL("./", import.meta.url).href;
const home = fetch(`${base}home.json`).then((answer) => answer.json());
const start = (memory) => startPython(base, home, postMessage, memory);
new PerformanceObserver((list) => {
  for (const { name } of list.getEntries()) postMessage({ fetched: name });
}).observe({ type: "resource", buffered: true });
// what a participant's code has no use for, and what is kept for others in this browser
for (const name of ["indexedDB", "BroadcastChannel", "WebSocket", "Worker", "caches"])
  Object.defineProperty(self, name, { value: undefined });

let python, play;
addEventListener("message", async ({ data }) => {
  try {
    if (!python) {
      const started = await start(data.memory).catch(() => start());
      python = started.python;
      postMessage({ memory: started.memory === data.memory ? undefined : started.memory });
      return;
    }
    if (data.kata) {
      python.globals.set("opened", python.toPy([data.kata, data.name, data.saved]));
      play = python.runPython("Play(Workspace(__import__('pathlib').Path.cwd()), *opened)");
    }
    postMessage({ answer: play.play(data.verb, data.files, data.word ?? "") });
  } catch (error) { // Python itself has ended
    postMessage({ broken: String(error) });
  }
});
