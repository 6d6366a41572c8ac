/* The evening in columns of a minute: which there are, and what of a pair is in each. */

const MINUTE_S = 60;
// so many minutes in a row without a light from anyone are one column
const QUIET_MINUTES = 3;
// the newest ones: a pair may bring the lights of many days
const MAX_COLUMNS = 240;
// marks in the cell of a pair: of more lights, the last ones are drawn, and the first mark says how many there are
const MAX_IN_A_CELL = 5;

export const minuteOf = (when) => Math.floor(when / MINUTE_S);
export const beginOf = (minute) => minute * MINUTE_S;

/** The lights of a pair by the minute in which they came. */
export function lightsByMinute(lights) {
  const found = new Map();
  for (const light of lights) {
    const minute = minuteOf(light.when);
    if (!found.has(minute)) found.set(minute, []);
    found.get(minute).push(light);
  }
  return found;
}

/** The columns up to now, the oldest first: a minute each, or the number of minutes that were quiet. */
export function columnsOf(pairs, now) {
  const minutes = new Set([minuteOf(now)]);
  for (const { lights } of pairs)
    for (const light of lights) minutes.add(minuteOf(light.when));
  const busy = [...minutes].sort((a, b) => a - b).slice(-MAX_COLUMNS);
  const columns = [];
  let next = busy[0];
  for (const minute of busy) {
    const quiet = minute - next;
    if (quiet >= QUIET_MINUTES) {
      columns.push({ minute: next, quiet });
      next = minute;
    }
    for (; next <= minute; next += 1) columns.push({ minute: next, quiet: 0 });
  }
  return columns;
}

/** The columns that have their time above them: a round one, or the first after a pause; never two side by side. */
export function labelled(columns) {
  const found = new Set();
  columns.forEach(({ minute, quiet }, place) => {
    const before = columns[place - 1];
    if (quiet || (before && found.has(before.minute))) return;
    if (minute % 5 === 0 || !before || before.quiet) found.add(minute);
  });
  return found;
}

/** What is drawn of the lights of a minute: how many there are if that is too many, and the lights. */
export function cellOf(lights) {
  if (lights.length <= MAX_IN_A_CELL) return { count: 0, shown: lights };
  return { count: lights.length, shown: lights.slice(1 - MAX_IN_A_CELL) };
}
