/* A worker with a Python of its own, in which a participant's code runs. The page ends it if it must. */

import { startPython } from "./python.mjs";

const base = new URL("./", import.meta.url).href;
const home = fetch(`${base}home.tar.gz`).then((answer) => answer.arrayBuffer());
// what a participant's code has no use for, and what is kept for others in this browser
for (const name of ["indexedDB", "BroadcastChannel", "WebSocket", "Worker", "caches"])
  Object.defineProperty(self, name, { value: undefined });

const loading = startPython(base, home, (message) => postMessage(message));
loading.then(() => postMessage({ loaded: true }), (error) => postMessage({ broken: String(error) }));

let play;
addEventListener("message", async ({ data }) => {
  const python = await loading;
  try {
    if (data.kata) {
      python.globals.set("opened", python.toPy([data.kata, data.name, data.saved]));
      play = python.runPython("begin(*opened)");
    }
    postMessage({ answer: play.play(data.verb, data.files, data.word ?? "") });
  } catch (error) { // Python itself has ended
    postMessage({ broken: String(error) });
  }
});
