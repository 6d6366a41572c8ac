/* Which question the lights of a room call for. */

import { byName } from "./facts.mjs";
import { long } from "./times.mjs";

// seconds in red that are worth a question, and lines of data beside one
const LONG_RED_S = 180;
const LINES = 4;

/** The longest time of a pair from a red to the next green, in seconds, and the test at its beginning. */
export function longestRed(lights) {
  let longest = { seconds: 0, test: "" };
  let begun = null;
  for (const light of lights.filter(({ judged }) => judged)) {
    if (begun && light.when - begun.when > longest.seconds)
      longest = { seconds: light.when - begun.when, test: begun.test };
    if (light.colour === "green") begun = null;
    else if (light.colour === "red") begun ??= light;
  }
  return longest;
}

/** The question that the lights of the pairs call for, with its data in the order of the pairs: they rank nobody. */
export function questionOf(pairs) {
  const sorted = [...pairs].sort(byName);
  const reds = sorted.map((pair) => ({ name: pair.name, ...longestRed(pair.lights) }));
  const shown = reds.filter(({ seconds }) => seconds >= LONG_RED_S);
  if (shown.length) {
    const least = shown.map(({ seconds }) => seconds).sort((a, b) => b - a)[LINES - 1] ?? 0;
    const lines = shown.filter(({ seconds }) => seconds >= least).slice(0, LINES)
      .map(({ name, seconds, test }) => `${name}: ${long(seconds)} on “${test}”`);
    return { text: "How could you have cut one of these steps in two?", lines };
  }
  const guesses = sorted.flatMap(({ lights }) => lights).filter(({ expected, held }) => expected && held !== null);
  const missed = guesses.filter(({ held }) => !held).length;
  if (missed > 1) {
    const lines = [`${guesses.length - missed} of ${guesses.length} guesses were right`];
    return { text: "What did we believe about the code when we guessed wrong?", lines };
  }
  return { text: "What will you do differently in the next round?", lines: [] };
}
