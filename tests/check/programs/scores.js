// Hold'em, as somebody might solve it in JavaScript: seven cards at once, without trying their fives.
const VALUES = "A23456789TJQKA";
const LABELS = [
  "High Card", "Pair", "Two Pair", "Three of a Kind", "Straight",
  "Flush", "Full House", "Four of a Kind", "Straight Flush",
];

// What a hand is worth: its ranking, then the values in the order in which they count.
function strength(line) {
  const cards = line.split(/\s+/).filter(Boolean);
  if (cards.length < 7) return null;
  const suited = suits(cards).find((some) => some.length >= 5);
  const groups = grouped(values(cards));
  const [first, second] = groups;
  const run = straight(values(cards));
  const flushRun = suited && straight(suited);
  if (flushRun) return [8, flushRun];
  if (first.length === 4) return [7, first[0], highest(groups.slice(1))];
  if (first.length === 3 && second.length > 1) return [6, first[0], Math.max(...pairs(groups.slice(1)))];
  if (suited) return [5, ...suited.slice(0, 5)];
  if (run) return [4, run];
  if (first.length === 3) return [3, first[0], ...groups.slice(1, 3).flat()];
  if (first.length === 2 && second.length === 2) return [2, first[0], second[0], highest(groups.slice(2))];
  if (first.length === 2) return [1, first[0], ...groups.slice(1, 4).flat()];
  return [0, ...groups.slice(0, 5).flat()];
}

const values = (cards) => cards.map((card) => VALUES.lastIndexOf(card[0])).sort((a, b) => b - a);
const suits = (cards) => [..."♣♦♥♠"].map((suit) => values(cards.filter((card) => card[1] === suit)));
const highest = (groups) => Math.max(...groups.flat());
const pairs = (groups) => groups.filter((group) => group.length > 1).flat();

// Equal values side by side, the largest group first, then the highest.
function grouped(sorted) {
  const groups = [...new Set(sorted)].map((value) => sorted.filter((other) => other === value));
  return groups.sort((a, b) => b.length - a.length || b[0] - a[0]);
}

// The highest card of the highest straight; the ace also counts low.
function straight(sorted) {
  const there = new Set(sorted.includes(13) ? [...sorted, 0] : sorted);
  return sorted.find((high) => [1, 2, 3, 4].every((down) => there.has(high - down)));
}

function compare(left, right) {
  const at = left.findIndex((value, i) => value !== right[i]);
  return at < 0 ? 0 : left[at] - right[at];
}

function marked(lines) {
  const hands = lines.map(strength);
  const winner = hands.filter(Boolean).sort(compare).at(-1);
  return lines.map((line, i) => {
    if (!hands[i]) return line;
    return `${line} ${LABELS[hands[i][0]]}${compare(hands[i], winner) ? "" : " (winner)"}`;
  });
}

const lines = require("fs").readFileSync(0, "utf8").split(/\r?\n/);
if (lines.at(-1) === "") lines.pop();
for (const line of marked(lines)) console.log(line);
