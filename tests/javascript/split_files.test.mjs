import assert from "node:assert/strict";
import { test } from "node:test";

import { splitFiles } from "../../dojo/browser/pages/split_files.mjs";

for (const [rule, names, isOwn, code, tests] of [
  ["who gets the tests has all in one pane", ["fizz.py", "test_fizz.py"], false, ["fizz.py", "test_fizz.py"], []],
  ["there the code comes first", ["test_yatzy.py", "yatzy.py"], false, ["yatzy.py", "test_yatzy.py"], []],
  ["what is no Python is not shown", ["fizz.py", "game.txt"], false, ["fizz.py"], []],
  ["who writes the tests has them in another", ["fizz.py", "test_fizz.py"], true, ["fizz.py"], ["test_fizz.py"]],
  ["the list of ideas comes after the tests", ["ideas.txt", "test_fizz.py"], true, [], ["test_fizz.py", "ideas.txt"]],
  ["the list is of no use to others", ["fizz.py", "ideas.txt"], false, ["fizz.py"], []],
  ["pytest collects both names", ["test_a.py", "a_test.py", "tests_a.py"], true, ["tests_a.py"], ["test_a.py", "a_test.py"]],
  ["a file in a folder", ["words/table.py", "words/test_table.py"], true, ["words/table.py"], ["words/test_table.py"]],
  ["what tests share", ["conftest.py", "fizz.py"], true, ["fizz.py"], ["conftest.py"]],
]) test(rule, () => assert.deepEqual(splitFiles(names, isOwn), { code, tests }));
