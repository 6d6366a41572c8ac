// Hold'em, as somebody might solve it in JavaScript: seven cards at once, without trying their fives.
const VALUES = "A23456789TJQKA";
const LABELS = [
  "High Card", "Pair", "Two Pair", "Three of a Kind", "Straight",
  "Flush", "Full House", "Four of a Kind", "Straight Flush",
];

// What a hand is worth: its ranking, then the values in the order in which they count.
function strength(cards) {
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

// A card as its value and its suit; where a text is none, nothing.
const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };
function card(text) {
  const found = text.match(/^(10|[2-9TJQKAtjqka])(?:([♣♦♥♠])\uFE0F?|([CDHScdhs]))$/);
  return found && found[1].toUpperCase().replace("10", "T") + (found[2] || SUITS[found[3].toUpperCase()]);
}

// What is wrong with a line; nothing where it is right.
function fault(texts) {
  const cards = texts.map(card);
  const wrong = cards.findIndex((one, i) => !one || cards.indexOf(one) < i);
  if (wrong >= 0) return `${harmless(texts[wrong])} is ${cards[wrong] ? "there twice" : "no card"}`;
  return cards.length > 7 ? `${cards.length} cards are more than seven` : "";
}

const code = (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}`;
const harmless = (text) => text.replace(/[\x00-\x1f\x7f-\x9f]/g, code);

function judged(lines) {
  return lines.map((line, i) => {
    const texts = line.replace(/^\uFEFF/, "").split(/\s+/).filter(Boolean);
    const wrong = fault(texts);
    if (!wrong) return strength(texts.map(card));
    console.error(`line ${i + 1}: ${wrong}`);
    process.exitCode = 1;
    return null;
  });
}

function marked(lines) {
  const hands = judged(lines);
  const winner = hands.filter(Boolean).sort(compare).at(-1);
  return lines.map((line, i) => {
    if (!hands[i]) return line;
    return `${line.trimEnd()} ${LABELS[hands[i][0]]}${compare(hands[i], winner) ? "" : " (winner)"}`;
  });
}

const parts = require("fs").readFileSync(0, "utf8").split(/(\r\n|\r|\n)/);
const lines = marked(parts.filter((_, i) => i % 2 === 0));
process.stdout.write(lines.map((line, i) => line + (parts[2 * i + 1] ?? "")).join(""));
