/* What can be said of a pair by its lights. */

/** The facts of a pair at a time, in seconds since 1970. */
export function factsOf(pair, now) {
  const judged = pair.lights.filter((light) => light.judged);
  const last = judged.at(-1);
  const green = judged.findLast((light) => light.colour === "green");
  const told = judged.findLast((light) => light.of > 0);
  const guessed = pair.lights.filter((light) => light.expected && light.held !== null);
  return {
    last,
    green: last?.colour === "green",
    since: now - (green ?? pair.lights[0] ?? { when: now }).when,
    quiet: now - (pair.lights.at(-1)?.when ?? now),
    known: told?.known ?? 0,
    of: told?.of ?? 0,
    test: pair.lights.at(-1)?.test ?? "",
    guesses: guessed.length,
    held: guessed.filter((light) => light.held).length,
  };
}

const people = new Intl.Collator("en", { numeric: true });
export const byName = (a, b) => people.compare(a.name, b.name);

// a pair that is green, or has left, waits for no help; and pairs that are stuck together do not change places
const stuck = ({ facts, left }) => (facts.green || left || !facts.last ? 0 : Math.round(facts.since));
const quiet = ({ facts, left }) => (left ? 0 : Math.round(facts.quiet));
const greens = ({ facts }) => facts.last?.green ?? 0;
const progress = ({ facts }) => (facts.of ? facts.known / facts.of : 0);

/** The orders of the rows: each compares two pairs with their facts. */
export const SORTS = {
  name: byName,
  stuck: (a, b) => stuck(b) - stuck(a) || quiet(b) - quiet(a) || byName(a, b),
  progress: (a, b) => progress(b) - progress(a) || greens(b) - greens(a) || byName(a, b),
};
