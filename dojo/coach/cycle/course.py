"""The tests that lead an attempt, in the order in which they are taught, and their colours on it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, Protocol

from dojo.attempt.attempt import Attempt
from dojo.runner.collect import collect
from dojo.runner.own_tests import own_trial
from dojo.runner.result import Cell
from dojo.runner.suite import Suite
from dojo.runner.trial import try_all
from dojo.story.tests import SuiteTest


class Result(NamedTuple):
    """The cells of the participant's own tests, and those of the course; and why nothing loads, if so."""

    own: list[Cell]
    ours: list[Cell]
    broken: Cell | None = None


class Course(Protocol):
    """What the verbs of an attempt know of its tests."""

    @property
    def attempt(self) -> Attempt: ...

    @property
    def tests(self) -> list[SuiteTest]:
        """All of them, in the order in which they are taught."""

    @property
    def shared(self) -> int:
        """So many of them, from the first one on, are also tests of another kata."""

    def tried(self, tests: Sequence[SuiteTest]) -> Result:
        """The cells of these, in their order; behind the first that is not green some may be missing."""

    def text(self, test: SuiteTest) -> str:
        """The text of a test, for the participant to read before the run shows its colour."""


class OfSuite:
    """The tests of a kata in the suite of its story, for an attempt in Python."""

    def __init__(self, attempt: Attempt, suite: Suite) -> None:
        self.attempt, self.suite = attempt, suite
        self.tests = attempt.kata.taught(suite.tests)

    @property
    def shared(self) -> int:
        """So many of them, from the first one on, are also tests of another kata."""
        others = [kata for kata in self.attempt.story.katas if kata != self.attempt.kata]
        elsewhere = {test for kata in others for test in kata.taught(self.suite.tests)}
        return next((n for n, test in enumerate(self.tests) if test not in elsewhere), len(self.tests))

    def tried(self, tests: Sequence[SuiteTest]) -> Result:
        """All of them run; if there is none, the very first test tells whether the code loads."""
        own = own_trial(self.attempt, self.attempt.story)
        ours = self.suite.trial(self.attempt, list(tests or self.tests[:1]))
        try_all([own, ours])
        broken = next(iter(ours.cells.values())) if ours.broken else None
        return Result([*own.cells.values()], [ours.cells[test.id] for test in tests], broken)

    def text(self, test: SuiteTest) -> str:
        """Its function, without the parts that only the suite needs, and its row."""
        return self.suite.text(test)


@contextmanager
def open_course(attempt: Attempt) -> Iterator[Course]:
    """Open the tests that lead an attempt; raises Broken where they cannot be collected."""
    if attempt.program:
        from dojo.coach.cases.course import OfCases  # it builds on what is here

        yield OfCases(attempt)
        return
    with collect(attempt.story) as suite:
        yield OfSuite(attempt, suite)
