"""The hints of a story: one for each test that drives a step.

A line begins with the number of a step; it is for the first test that drives it. Indented below stand the
hints for its other tests, each after the rule of its test and a colon.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from dojo.story.steps import read_text
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

LINE = re.compile(r" {0,3}(\d+) +(\S.*)")
FURTHER = re.compile(r" {4,}(\S.*)")


class HintLine(NamedTuple):
    """One line of the file that should be a hint."""

    line: int
    step: int
    words: str
    kind: str
    """`first` behind the number of a step, `further` below it, or `none` if it is neither."""


def hint_entries(text: str) -> Iterator[HintLine]:
    """Every line of a file of hints that is neither empty nor a comment."""
    step = 0
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if found := LINE.fullmatch(line):
            step = int(found[1])
            yield HintLine(number, step, found[2], "first")
        elif found := FURTHER.fullmatch(line):
            yield HintLine(number, step, found[1], "further")
        else:
            yield HintLine(number, step, line.strip(), "none")


def driving_tests(tests: Iterable[SuiteTest]) -> dict[int, list[SuiteTest]]:
    """The tests that drive each step, in the order in which they are taught."""
    steps: dict[int, list[SuiteTest]] = {}
    for test in tests:
        if test.kind == "drives":
            steps.setdefault(test.written, []).append(test)
    return steps


def hint_target(entry: HintLine, drivers: list[SuiteTest]) -> tuple[SuiteTest | None, str]:
    """The test that a line is for, if any, among those that drive its step, and the words of the hint."""
    if entry.kind == "first":
        return (drivers[0] if drivers else None), entry.words
    named = [test for test in drivers[1:] if entry.words.startswith(f"{test.rule}: ")]
    if entry.kind == "none" or not named:
        return None, entry.words
    test = max(named, key=lambda test: len(test.rule))  # a rule may begin with another one and a colon
    return test, entry.words.removeprefix(f"{test.rule}: ").strip()


def read_hints(story: Story, tests: Iterable[SuiteTest]) -> dict[str, str]:
    """The hint for each test that drives a step, by its id: it says what to look at, not what to write."""
    if story.hints is None:
        return {}
    steps = driving_tests(tests)
    found = [hint_target(entry, steps.get(entry.step, [])) for entry in hint_entries(read_text(story.hints))]
    return {test.id: words for test, words in found if test}
