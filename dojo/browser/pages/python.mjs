/* Python as a kata needs it: with the files of the room, with timers, and with signals that need no threads. */

import { loadPyodide } from "./pyodide.mjs";

const HOME = "/home/pyodide";
const MOST = 2 ** 29; // bytes, of which an honest run needs a tenth
const TOO_LARGE = "took more memory than a browser has to spare.";
const PAGE = 2 ** 16;
const EPIPE = 64;
const deadlines = new Map();

function setDeadline(signal, seconds, every) {
  const before = deadlines.get(signal);
  deadlines.delete(signal);
  if (seconds > 0) deadlines.set(signal, { at: performance.now() + seconds * 1000, every });
  return before ? Math.max(0, before.at - performance.now()) / 1000 : 0;
}

function dueSignal() {
  if (deadlines.size === 0) return 0;
  const now = performance.now();
  const [signal, due] = [...deadlines].find(([, { at }]) => now >= at) ?? [0];
  if (signal) setDeadline(signal, due.every, due.every);
  return signal;
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

/* Make room for a memory that is larger than the one Python begins with, which Pyodide does not: its issue 6254. */
function growTo(bytes) {
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const instantiate = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await instantiate(...given);
      const memory = made.instance?.exports.memory;
      memory?.grow(Math.max(0, Math.ceil((bytes - memory.buffer.byteLength) / PAGE)));
      return made;
    };
  }
}

function writeFiles({ FS }, home) {
  for (const [path, text] of Object.entries(home)) {
    const end = path.lastIndexOf("/");
    FS.mkdirTree(`${HOME}/${path.slice(0, end)}`);
    if (end < path.length - 1) FS.writeFile(`${HOME}/${path}`, text);
  }
  FS.chdir(`${HOME}/workspace`);
}

/** Starts Python, and gives its memory as well, with which it starts sooner the next time: `base` is where its files
 * lie, `home` those of the room; `tell` hears that it is alive, or has to be ended, as for taking more than `most`. */
export async function startPython(base, home, tell, memory, most = MOST) {
  if (memory) growTo(memory.length);
  const how = memory ? { _loadSnapshot: memory } : { _makeSnapshot: true };
  const loading = loadPyodide({ indexURL: base, lockFileURL: `${base}pyodide-lock.json`, ...how });
  const [python, files] = await Promise.all([loading, home]);
  writeFiles(python, files);
  if (!memory) {
    python.runPython(`
import signal, sys
sys.dont_write_bytecode = True
sys.path[:0] = ["${HOME}/workspace", "${HOME}/site"]

def setitimer(which, seconds, interval=0.0):
    import host
    return host.setDeadline(which, seconds, interval), interval

def alive():
    import host
    host.alive()

# the timers that this Python lacks, each by the signal that it sends
vars(signal).update(ITIMER_REAL=int(signal.SIGALRM), ITIMER_PROF=int(signal.SIGPROF), setitimer=setitimer)
from dojo.browser.play import Browser
browser = Browser(alive)
`);
    memory = python.makeMemorySnapshot();
  }
  breakPipes(python);
  python.registerJsModule("host", { alive: () => tell({ alive: true }), setDeadline });
  /* Python looks here while it runs, to see whether a signal has come: one has when its time is over. That takes
     no memory shared with the page, which a page without https does not get. */
  python.setInterruptBuffer({
    get 0() {
      if (python._module.HEAP8.length > most) tell({ ended: TOO_LARGE });
      return dueSignal();
    },
    set 0(_value) { /* Python has taken it */ },
  });
  python.runPython("browser.wake()");
  return { python, memory };
}
