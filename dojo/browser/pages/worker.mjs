/* A worker with a Python of its own, in which a participant's code runs. The page ends it if it must. */

import { startPython } from "./python.mjs";

const base = new URL("./", import.meta.url).href;
// a site has several stories, each with its files in a home of its own
const fileOfHome = new URL(import.meta.url).searchParams.get("home") ?? "home.json";
const home = fetch(`${base}${fileOfHome}`).then((answer) => answer.json());
new PerformanceObserver((list) => {
  for (const { encodedBodySize, name } of list.getEntries()) postMessage({ fetched: encodedBodySize, name });
}).observe({ type: "resource", buffered: true });
// what a participant's code has no use for, and what is kept for others in this browser
for (const name of ["indexedDB", "BroadcastChannel", "WebSocket", "Worker", "caches"])
  for (let scope = self; scope; scope = Object.getPrototypeOf(scope)) delete scope[name];

let python, play;
addEventListener("message", async ({ data: { memory, gigabytes, opens, tries, verb, word, files } }) => {
  try {
    if (!python) {
      const most = gigabytes ? gigabytes * 2 ** 30 : undefined;
      const start = (from) => startPython(base, home, postMessage, from, most);
      const started = await start(memory).catch(() => start());
      python = started.python;
      postMessage({ memory: started.memory === memory ? undefined : started.memory });
      return;
    }
    if (tries) {
      postMessage(JSON.parse(python.globals.get("browser").try_step(...tries, files)));
      return;
    }
    if (opens) play = python.globals.get("browser").open(...opens);
    postMessage(JSON.parse(play.play(verb, files, word)));
  } catch (error) {
    postMessage({ ended: python ? "ended Python itself." : String(error) });
  }
});
