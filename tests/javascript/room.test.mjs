import assert from "node:assert/strict";
import { test } from "node:test";

import { SORTS, factsOf } from "../../dojo/room/pages/facts.mjs";
import { clockOfAPair, interruptsWork } from "../../dojo/room/pages/clock_words.mjs";
import { cellOf, columnsOf, labelled, lightsByMinute } from "../../dojo/room/pages/columns.mjs";
import { changeInWords, changedNames, linesOf } from "../../dojo/room/pages/many.mjs";
import { longestRed, questionOf } from "../../dojo/room/pages/questions.mjs";
import { warningsInALine } from "../../dojo/room/pages/texts.mjs";
import { countdown, long } from "../../dojo/room/pages/times.mjs";

for (const [seconds, expected] of [
  [0, "0 s"], [59.4, "59 s"], [59.6, "1 min"], [7199, "119 min"], [7200, "2 h"], [172_799, "47 h"],
  [172_800, "days"], [-5, "0 s"],
]) test(`${seconds} seconds are ${expected}`, () => assert.equal(long(seconds), expected));

for (const [seconds, expected] of [[0, "0:00"], [0.1, "0:01"], [60, "1:00"], [61.5, "1:02"], [3600, "60:00"]])
  test(`with ${seconds} seconds left the clock shows ${expected}`, () => assert.equal(countdown(seconds), expected));

const light = (when, colour, more = {}) => ({ when, colour, judged: true, of: 0, held: null, ...more });
const facts = (...lights) => factsOf({ lights }, 1000);

test("a pair without lights has waited for nothing", () => {
  const { last, green, since, quiet } = facts();
  assert.deepEqual({ last, green, since, quiet }, { last: undefined, green: false, since: 0, quiet: 0 });
});

test("how long it is not green counts from its last green", () => {
  const { green, since, quiet } = facts(light(100, "green"), light(400, "red"), light(900, "amber"));
  assert.deepEqual({ green, since, quiet }, { green: false, since: 900, quiet: 100 });
});

test("a light that was not judged changes no colour", () => {
  assert.equal(facts(light(100, "green"), { ...light(200, "red"), judged: false }).green, true);
});

test("guesses count where they were answered", () => {
  const { guesses, held } = facts(
    light(1, "red", { expected: "red", held: true }), light(2, "red", { expected: "green", held: false }),
    light(3, "amber", { expected: "red", held: null }));
  assert.deepEqual({ guesses, held }, { guesses: 2, held: 1 });
});

const pair = (name, ...lights) => ({ name, facts: facts(...lights) });
const ROOM = [
  pair("tables-10", light(900, "green", { of: 4, known: 2 })),
  pair("tables-2", light(100, "green", { of: 4, known: 4 }), light(200, "red")),
  pair("ada", light(800, "red")),
];

for (const [sort, expected] of [
  ["name", ["ada", "tables-2", "tables-10"]],
  ["stuck", ["tables-2", "ada", "tables-10"]],
  ["progress", ["tables-2", "tables-10", "ada"]],
]) test(`the rows by ${sort}`, () => assert.deepEqual(ROOM.toSorted(SORTS[sort]).map(({ name }) => name), expected));

for (const [warnings, line] of [
  [["", ""], ""],
  [["", "a is not taken"], "a is not taken"],
  [["full", "", "a", "b", "c"], "full · a · and 2 more"],
]) test(`of ${warnings.length} warnings a projector says: ${line || "nothing"}`, () =>
  assert.equal(warningsInALine(warnings), line));

const CLOCK = {
  phase: "round", number: 2, left: 734, over: 0, running: true, rotation_left: 110, driver: "", navigator: "",
  change: { due: false, wait: 0 }, plan: { rotate: 4 },
};
for (const [rule, change, gone, line, isTime] of [
  ["the time that is left", {}, 0, "Round 2 · 12:14 · seats change in 1:50", false],
  ["the time since it heard", {}, 10, "Round 2 · 12:04 · seats change in 1:40", false],
  ["a change of seats", { change: { due: true, wait: 0 } }, 0, "Round 2 · 12:14 · Change seats now", true],
  ["that it may wait for green", { change: { due: false, wait: 40 } }, 1,
    "Round 2 · 12:13 · change seats at green, or in 0:39", false],
  ["a break", { phase: "break" }, 0, "Break · 12:14", true],
  ["the end", { over: 3, left: 0 }, 2, "Round 2 · over for 0:05", true],
  ["who drives", { driver: "Ada", navigator: "Bea", plan: { rotate: 0 }, running: false }, 5,
    "Round 2 · 12:14, stopped · Ada drives · Bea navigates", false],
]) test(`a pair is told ${rule}`, () => {
  const clock = { ...CLOCK, ...change };
  assert.deepEqual([clockOfAPair(clock, gone), interruptsWork(clock, gone)], [line, isTime]);
});

const timed = (name, ...runs) =>
  ({ name, lights: runs.map(([when, colour, more]) => light(when, colour, { test: `rule ${when}`, ...more })) });

test("the longest red of a pair is from its first red to the next green", () => {
  const { lights } = timed("ada", [0, "red"], [50, "red"], [200, "green"], [300, "red"], [400, "green"]);
  assert.deepEqual(longestRed(lights), { seconds: 200, test: "rule 0" });
});

for (const [rule, pairs, text, lines] of [
  ["a long red", [timed("tables-10", [0, "red"], [200, "green"]), timed("tables-2", [5, "red"], [605, "green"])],
    "How could you have cut one of these steps in two?",
    ["tables-2: 10 min on “rule 5”", "tables-10: 3 min on “rule 0”"]],
  ["wrong guesses", [timed("ada", ...[0, 1, 2].map((n) => [n, "green", { expected: "red", held: n === 0 }]))],
    "What did we believe about the code when we guessed wrong?", ["1 of 3 guesses were right"]],
  ["nothing of these", [], "What will you do differently in the next round?", []],
]) test(`in a break ${rule} is asked about`, () => assert.deepEqual(questionOf(pairs), { text, lines }));

test("of many long reds the longest four are shown, in the order of the pairs", () => {
  const pairs = [1, 2, 3, 4, 5, 6].map((n) => timed(`tables-${n}`, [0, "red"], [200 + 60 * n, "green"]));
  assert.deepEqual(questionOf(pairs).lines.map((line) => line.split(":")[0]),
    ["tables-3", "tables-4", "tables-5", "tables-6"]);
});

test("only lines that differ change a name, and an empty one removes a pair", () => {
  const lines = linesOf(["ada", "bea", "cid"]);
  assert.equal(lines, "ada: ada\nbea: bea\ncid: cid");
  assert.deepEqual(changedNames(lines), {});
  assert.deepEqual(changedNames("ada: ada-and-dan\nbea:\nnonsense\n"), { ada: "ada-and-dan", bea: null });
});

for (const [names, words] of [
  [{ a: "x" }, "Rename 1 pair"], [{ a: null, b: null }, "Remove a, b"], [{ a: "x", b: "y", c: null }, "Rename 2 pairs, and remove c"],
]) test(`it asks before: ${words}`, () => assert.ok(changeInWords(names).startsWith(`${words}? `)));

// the lights of pairs by their minutes, and the columns: a number is a minute, two are minutes that are one column
const AT_9 = 9 * 60 + 30;
const columnsIn = (...pairs) =>
  columnsOf(pairs.map((minutes) => ({ lights: minutes.map((minute) => ({ when: minute * 60 + 7 })) })), AT_9)
    .map(({ minute, quiet }) => (quiet ? [minute, minute + quiet - 1] : minute));
for (const [rule, pairs, expected] of [
  ["without a light there is the minute of now", [[]], [9]],
  ["a minute without a light has its column", [[6], [8]], [6, 7, 8, 9]],
  ["three quiet minutes are one column", [[2], [4, 5]], [2, 3, 4, 5, [6, 8], 9]],
  ["a light of tomorrow comes behind now", [[8, 1449]], [8, 9, [10, 1448], 1449]],
]) test(`by the minute: ${rule}`, () => assert.deepEqual(columnsIn(...pairs), expected));

test("a pair that brings the lights of many days has the newest columns", () => {
  const minutes = Array.from({ length: 300 }, (_, n) => n - 290);
  assert.deepEqual([columnsIn(minutes).length, columnsIn(minutes).at(-1)], [240, 9]);
});

test("a round minute has its time, the first after a pause has it, and none is beside another", () => {
  const columns = columnsOf([{ lights: [4, 5, 6, 9, 14].map((minute) => ({ when: minute * 60 })) }], 15 * 60);
  assert.deepEqual([...labelled(columns)], [4, 14]);
});

test("the lights of a minute are together, in their order", () => {
  const found = lightsByMinute([{ when: 59.9 }, { when: 60 }, { when: 119 }]);
  assert.deepEqual([...found], [[0, [{ when: 59.9 }]], [1, [{ when: 60 }, { when: 119 }]]]);
});

for (const [many, count, first] of [[0, 0, undefined], [5, 0, 1], [6, 6, 3]])
  test(`of ${many} lights in a minute the cell says ${count || "no number"}`, () => {
    const { count: said, shown } = cellOf(Array.from({ length: many }, (_, n) => n + 1));
    assert.deepEqual([said, shown[0]], [count, first]);
  });
