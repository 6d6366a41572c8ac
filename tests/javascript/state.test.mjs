import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { listen, state, waitOf } from "../../dojo/room/pages/state.mjs";

const pair = (id, name, ...lights) => ({ id, name, lights: lights.map((number) => ({ number })) });
const lightsOf = (name) => state.pairs.get(name)?.lights.map(({ number, place }) => [number, place]);

let answers = [];
const pauses = [];
globalThis.fetch = async () => answers.shift()();
globalThis.setTimeout = (_again, pause) => pauses.push(pause);

const says = (told, status = 200) => () => ({ ok: status === 200, status, json: async () => told });
const isNotThere = () => { throw new TypeError("fetch failed"); };

async function hear(...told) {
  answers = told;
  while (answers.length) await listen();
}

beforeEach(() => {
  Object.assign(state, { cursor: 0, pairs: new Map(), waits: {}, heardAt: 0, lost: "", more: false });
  pauses.length = 0;
});

test("new lights of a pair come after those that the page has", async () => {
  await hear(says({ pairs: [pair("a", "ada", 1, 2)] }), says({ pairs: [pair("a", "ada", 3)] }));
  assert.deepEqual(lightsOf("ada"), [[1, 0], [2, 1], [3, 2]]);
});

test("a pair with another name keeps its lights", async () => {
  await hear(says({ pairs: [pair("a", "ada", 1)] }), says({ pairs: [pair("a", "grace", 2)] }));
  assert.deepEqual([lightsOf("ada"), lightsOf("grace")], [undefined, [[1, 0], [2, 1]]]);
});

test("a pair that was removed is gone", async () => {
  await hear(says({ pairs: [pair("a", "ada", 1)] }), says({ pairs: [] }));
  assert.equal(lightsOf("ada"), undefined);
});

test("of a long answer the rest is asked for at once", async () => {
  await hear(says({ pairs: [], more: true }), says({ pairs: [], more: false }));
  assert.deepEqual(pauses, [0, 700]);
});

for (const [rule, answer, line, pause] of [
  ["a room that is not there says so", isNotThere, "The room has not answered.", 700],
  ["a room that refuses says why", says({ error: "its disk is full" }, 500),
    "The room has not answered (its disk is full).", 700],
  ["a room that hears nobody is asked seldom", says({ error: "too many wrong words" }, 429),
    "The room has not answered (too many wrong words).", 10_000],
]) test(rule, async () => {
  await hear(answer);
  assert.deepEqual([state.lost, pauses], [line, [pause]]);
});

test("what was heard stays on the page while the room does not answer", async () => {
  await hear(says({ pairs: [pair("a", "ada", 1)], now: 0 }), isNotThere);
  assert.match(state.lost, /^The room has not answered since .*\. What you see is from then\.$/);
  assert.deepEqual(lightsOf("ada"), [[1, 0]]);
});

test("who has left waits for no change of seats", async () => {
  await hear(says({ pairs: [], waits: { ada: 60 } }));
  assert.equal(waitOf({ name: "ada", left: true }), 0);
  assert.ok(waitOf({ name: "ada", left: false }) > 59);
});
