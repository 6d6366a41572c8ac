/* What the room has said: asked for again and again, and kept while it does not answer. */

const EVERY = 700;
// a room hears nobody any more who says a wrong word again and again
const SELDOM = 10_000;
const PATIENCE = 4000;
const state = {
  cursor: 0, now: 0, clock: null, notes: [], waits: {}, pairs: new Map(),
  heardAt: 0, lost: "", pause: EVERY,
};

const passed = () => (state.heardAt ? (performance.now() - state.heardAt) / 1000 : 0);
// seconds that a pair may still wait for green before it changes seats
const waitOf = (pair) => (pair.left ? 0 : Math.max(0, (state.waits[pair.name] ?? 0) - passed()));
const now = () => state.now + passed();

class Refusal extends Error {
  constructor(status, line) {
    super(line || `it answers with ${status}`);
    this.status = status;
  }
}

async function asked(address, how = {}) {
  const headers = { ...(lead && { Lead: lead }), ...how.headers };
  const answer = await fetch(address, { ...how, headers, signal: AbortSignal.timeout(PATIENCE) });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, told.error);
  return told;
}

async function listen() {
  try {
    take(await asked(`state?after=${state.cursor}`));
    Object.assign(state, { lost: "", pause: EVERY });
  } catch (error) {
    lose(error);
  }
  draw();
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

/* What can be said of a pair by its lights. */

function factsOf(pair) {
  const judged = pair.lights.filter((light) => light.judged);
  const last = judged.at(-1);
  const green = judged.findLast((light) => light.colour === "green");
  const told = judged.findLast((light) => light.of > 0);
  const guessed = pair.lights.filter((light) => light.expected && light.held !== null);
  return {
    last,
    green: last?.colour === "green",
    since: now() - (green ?? pair.lights[0] ?? { when: now() }).when,
    quiet: now() - (pair.lights.at(-1)?.when ?? now()),
    known: told?.known ?? 0,
    of: told?.of ?? 0,
    test: pair.lights.at(-1)?.test ?? "",
    guesses: guessed.length,
    held: guessed.filter((light) => light.held).length,
  };
}
