/* Python as a kata needs it: with the files of the room, with timers, and with signals that need no threads. */

import { loadPyodide } from "./pyodide.mjs";

const HOME = "/home/pyodide";
const MOST = 2 ** 29; // bytes, of which an honest run needs a tenth
const EPIPE = 64;
const deadlines = new Map();

function setDeadline(signal, seconds, every) {
  const before = deadlines.get(signal);
  deadlines.delete(signal);
  if (seconds > 0) deadlines.set(signal, { at: performance.now() + seconds * 1000, every: every * 1000 });
  return before ? Math.max(0, before.at - performance.now()) / 1000 : 0;
}

function dueSignal() {
  if (deadlines.size === 0) return 0;
  const now = performance.now();
  for (const [signal, { at, every }] of deadlines) {
    if (now < at) continue;
    if (every) deadlines.set(signal, { at: now + every, every });
    else deadlines.delete(signal);
    return signal;
  }
  return 0;
}

/* To write to a pipe that nobody reads fails, as elsewhere. */
function breakPipes(python) {
  const { streams, ErrnoError } = python.FS;
  const pipe = python.runPython("import os; os.pipe()").toJs();
  const operations = streams[pipe[1]].stream_ops;
  const { write } = operations;
  operations.write = (stream, ...rest) => {
    if (stream.node.pipe.refcnt < 2) throw new ErrnoError(EPIPE);
    return write(stream, ...rest);
  };
  for (const end of pipe) python.FS.close(streams[end]);
}

/** Starts Python: `base` is where its files lie, `home` the archive; `tell` hears that it is alive, or too large. */
export async function startPython(base, home, tell) {
  const [python, packed] = await Promise.all([
    loadPyodide({ indexURL: base, lockFileURL: `${base}pyodide-lock.json` }), home,
  ]);
  python.unpackArchive(packed, "gztar", { extractDir: HOME });
  breakPipes(python);
  python.registerJsModule("host", { alive: () => tell({ alive: true }), setDeadline });
  /* Python looks here while it runs, to see whether a signal has come: one has when its time is over. That takes
     no memory shared with the page, which a page without https does not get. */
  python.setInterruptBuffer({
    get 0() {
      if (python._module.HEAP8.length > MOST) tell({ large: true });
      return dueSignal();
    },
    set 0(_value) { /* Python has taken it */ },
  });
  python.runPython(`
import os, sys
sys.path[:0] = ["${HOME}/workspace", "${HOME}/site"]
os.chdir("${HOME}/workspace")
import host
from dojo.browser.timers import prepare
prepare(host.setDeadline)
from dojo.browser.play import adapt, begin
adapt(host)
`);
  return python;
}
