import assert from "node:assert/strict";
import { test } from "node:test";

import { diffLines } from "../../dojo/screen/shared/diff.mjs";

const drawn = (old, now) => diffLines([...old], [...now]).map(([sign, line]) => sign + line).join(" ");

for (const [rule, old, now, expected] of [
  ["equal texts have no change", "abc", "abc", " a  b  c"],
  ["a new line is added", "ac", "abc", " a +b  c"],
  ["a line that is gone is taken out", "abc", "ac", " a -b  c"],
  ["what is gone comes before what is new", "abd", "acd", " a -b +c  d"],
  ["the longest lines in common stay", "abcde", "xbxdx", "-a +x  b -c +x  d -e +x"],
  ["from nothing", "", "ab", "+a +b"],
  ["to nothing", "ab", "", "-a -b"],
]) test(rule, () => assert.equal(drawn(old, now), expected));
