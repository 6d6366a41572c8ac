/* What the room has said: asked for again and again, and kept while it does not answer. */

import { clockTime } from "./times.mjs";

const EVERY = 700;
// a room hears nobody any more who says a wrong word again and again
const SELDOM = 10_000;
const PATIENCE = 4000;
export const state = {
  cursor: 0, now: 0, clock: null, notes: [], waits: {}, pairs: new Map(),
  heardAt: 0, lost: "", pause: EVERY,
};
// what this page is: its view, and the key of the leader if it has that
export const here = { place: { view: "room" }, lead: "" };
const drawings = [];

/** Lets a function draw the page whenever there is news. */
export const onNews = (draw) => drawings.push(draw);

export function drawNews() {
  for (const draw of drawings) draw();
}

export const goTo = (address) => { location.hash = address; };

export const passed = () => (state.heardAt ? (performance.now() - state.heardAt) / 1000 : 0);
// seconds that a pair may still wait for green before it changes seats
export const waitOf = (pair) => (pair.left ? 0 : Math.max(0, (state.waits[pair.name] ?? 0) - passed()));
export const now = () => state.now + passed();

class Refusal extends Error {
  constructor(status, line) {
    super(line || `it answers with ${status}`);
    this.status = status;
  }
}

export async function asked(address, how = {}) {
  const headers = { ...(here.lead && { Lead: here.lead }), ...how.headers };
  const answer = await fetch(address, { ...how, headers, signal: AbortSignal.timeout(PATIENCE) });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, told.error);
  return told;
}

export async function listen() {
  try {
    take(await asked(`state?after=${state.cursor}`));
    Object.assign(state, { lost: "", pause: EVERY });
  } catch (error) {
    lose(error);
  }
  drawNews();
  setTimeout(listen, state.more && !state.lost ? 0 : state.pause);
}

function take(told) {
  const known = new Map([...state.pairs.values()].map((pair) => [pair.id, pair.lights]));
  const pairs = told.pairs.map((pair) => {
    const lights = known.get(pair.id) ?? [];
    for (const light of pair.lights) lights.push({ ...light, place: lights.length });
    return [pair.name, { ...pair, lights }];
  });
  Object.assign(state, { ...told, pairs: new Map(pairs), heardAt: performance.now() });
}

function lose(error) {
  state.pause = [403, 429].includes(error.status) ? SELDOM : EVERY;
  const since = state.heardAt ? ` since ${clockTime(now() - passed())}` : "";
  const why = error instanceof TypeError || error.name === "TimeoutError" ? "" : ` (${error.message})`;
  const kept = state.heardAt ? " What you see is from then." : "";
  state.lost = `The room has not answered${since}${why}.${kept}`;
}
