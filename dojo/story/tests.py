"""The tests of a suite, as their marks and rows tell them; and the hints for those that drive a step."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from dojo.story.steps import Step

# the file of a suite that makes the rows of its tables
ROWS = "rows.py"
HINT = re.compile(r" {0,3}(\d+) +(\S.*)")


class Mark(StrEnum):
    """How a test is marked."""

    DRIVES = "drives"
    GUARDS = "guards"


@dataclass(frozen=True)
class SuiteTest:
    """One test of the suite: a row of a table, or a function that has none.

    Attributes:
        id: as pytest names it, without the version: `tests/suite/test_hands.py::test_hand[a row]`.
        rule: the rule that it stands for, in words.
        kind: its mark.
        written: the number of the step that it drives, or in which it was written as a guard.
    """

    id: str
    rule: str
    kind: Mark
    written: int

    @classmethod
    def noted(cls, properties: Iterable[tuple[str, object]]) -> "SuiteTest":
        """As the suite's plugin has noted it in the properties that pytest keeps for users."""
        noted = dict(properties)
        test, written = noted["test"], noted["written"]
        assert isinstance(test, str)
        assert isinstance(written, int)
        return cls(test, rule_of(test), Mark(str(noted["kind"])), written)

    def drives(self, step: Step) -> bool:
        """True if it drives this step."""
        return self.kind == Mark.DRIVES and step.number == self.written

    def red_on(self, step: Step) -> bool:
        """True if it has to be red on this step."""
        return self.kind == Mark.DRIVES and step.number == self.written - 1


def driving_tests(tests: Iterable[SuiteTest]) -> dict[int, list[SuiteTest]]:
    """Return the tests that drive each step, in the order in which they are taught."""
    steps: dict[int, list[SuiteTest]] = {}
    for test in tests:
        if test.kind == Mark.DRIVES:
            steps.setdefault(test.written, []).append(test)
    return steps


def first_drivers(tests: Iterable[SuiteTest]) -> set[SuiteTest]:
    """Return the first test that drives each step: the others ask for no more code than it does."""
    first_tests = set()
    for drivers in driving_tests(tests).values():
        first_tests.add(drivers[0])
    return first_tests


def rule_of(test: str) -> str:
    """Return the rule that a test stands for, by its id: that of its row, or else its name in words."""
    function, _, row = test.partition("[")
    if row:
        return row.removesuffix("]")
    return function.rpartition("::")[2].removeprefix("test_").replace("_", " ")


class Hint(NamedTuple):
    """One line of the hints: the step above it, the test that it is for, if any, and its words."""

    line: int
    step: int
    test: SuiteTest | None
    words: str


def read_hints(text: str, tests: Iterable[SuiteTest]) -> Iterator[Hint]:
    """Yield every line of a file of hints that is neither empty nor a comment.

    One that begins with the number of a step is for the first test that drives it. Indented below are the
    hints for its other tests, each after the rule of its test and a colon.
    """
    drivers_by_step = driving_tests(tests)
    step = 0
    drivers: list[SuiteTest] = []
    for number, line in enumerate(text.split("\n"), 1):
        match = HINT.fullmatch(line)
        if match:
            step = int(match[1])
            drivers = drivers_by_step.get(step, [])
            yield Hint(number, step, drivers[0] if drivers else None, match[2])
        elif line.strip() and not line.startswith("#"):
            test, words = read_hint_below(line.strip(), drivers)
            yield Hint(number, step, test, words)


def read_hint_below(line: str, drivers: Iterable[SuiteTest]) -> tuple[SuiteTest | None, str]:
    """Return the test that an indented line of hints is for, and its words; no test if it names none."""
    found = None
    for test in drivers:
        # a rule may begin with another one and a colon: the longest one is meant
        if line.startswith(f"{test.rule}: ") and (found is None or len(test.rule) > len(found.rule)):
            found = test
    if found is None:
        return None, line
    return found, line.removeprefix(f"{found.rule}: ").strip()
