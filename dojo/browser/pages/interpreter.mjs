/* Python, in a worker. It answers each message with what the page shows, or with `{ ended }`, the reason why it was
   ended. Silence counts only once a test has begun. */

import { load, save } from "./kept.mjs";

const SILENT_MS = 4000; // beyond it code that has begun is ended: Python itself stops a loop before that
const ENDLESS = "did not stop: is there a loop without an end, or does it wait?";
const MEMORY = "memory of Python";

export class Interpreter {
  /** The first argument says where its files are: their `base`, their `version`, and the name of the `home`, if it
   * has another one than usual; and how many `gigabytes` it may take, if these are more than usual. `hear` is told of
   * the bytes that have come. */
  constructor({ base, version, home = "home.json", gigabytes = 0 }, hear) {
    this.version = `${version} ${home}`;
    this.gigabytes = gigabytes;
    const script = `${base}worker.mjs?home=${home}`;
    this.loaded = [script, `${base}editor.min.mjs`];
    this.worker = new Worker(script, { type: "module" });
    this.worker.onerror = ({ message }) => this.done({ ended: message || "ended Python itself." });
    this.worker.onmessage = ({ data }) => {
      clearTimeout(this.silence);
      if (data.name) {
        this.loaded.push(data.name);
        hear(data.fetched);
      }
      else if (data.alive) this.silence = setTimeout(this.done, SILENT_MS, { ended: ENDLESS });
      else this.done(data);
    };
    this.ready = this.start();
    this.ready.catch(() => {});
  }

  /* It starts sooner from the memory that an earlier one had before any code of a reader ran in it. */
  async start() {
    const known = load(MEMORY).then((memories) => ({
      memory: memories?.[this.version], gigabytes: this.gigabytes,
    }));
    const { ended, memory } = await this.ask(known);
    if (ended) throw new Error(`Python does not start: ${ended}.`);
    this.keepLoaded();
    if (memory) save(MEMORY, { [this.version]: memory }).catch(() => {});
  }

  /* On a site, what came before its service worker was there is kept for when there is no network; a room has none. */
  async keepLoaded() {
    const site = await navigator.serviceWorker?.ready;
    site?.active.postMessage({ keep: this.loaded });
  }

  /** Asks it for something, once it is ready, and gives its answer. */
  async answer(message) {
    await this.ready;
    return this.ask(message);
  }

  async ask(message) {
    const answer = new Promise((resolve) => { this.done = resolve; });
    this.worker.postMessage(await message);
    const found = await answer;
    clearTimeout(this.silence);
    if (found.ended) this.worker.terminate();
    return found;
  }
}
