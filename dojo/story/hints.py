"""The hints of a story: one for each test that drives a step.

A line begins with the number of a step; it is for the first test that drives it. Indented below stand the
hints for its other tests, each after the rule of its test and a colon.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from dojo.story.tests import SuiteTest, driving_tests

LINE = re.compile(r" {0,3}(\d+) +(\S.*)")


class Hint(NamedTuple):
    """One line of the file: the step above it, the test that it is for, if any, and its words."""

    line: int
    step: int
    test: SuiteTest | None
    words: str


def read_hints(text: str, tests: Iterable[SuiteTest]) -> Iterator[Hint]:
    """Every line of a file of hints that is neither empty nor a comment."""
    drivers, step = driving_tests(tests), 0
    for number, line in enumerate(text.split("\n"), 1):
        if first := LINE.fullmatch(line):
            step = int(first[1])
            yield Hint(number, step, next(iter(drivers.get(step, [])), None), first[2])
        elif line.strip() and not line.startswith("#"):
            words = line.strip()
            named = [test for test in drivers.get(step, [])[1:] if words.startswith(f"{test.rule}: ")]
            # a rule may begin with another one and a colon
            test = max(named, key=lambda test: len(test.rule), default=None)
            yield Hint(number, step, test, words.removeprefix(f"{test.rule}: ").strip() if test else words)
