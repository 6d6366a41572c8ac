"""What the board tells about each step, as data: red, change, green and story, from real runs."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from dojo.runner.matrix import Matrix
from dojo.runner.result import Result
from dojo.story.readme import QUESTION
from dojo.story.source import source
from dojo.story.steps import Step
from dojo.story.tests import SuiteTest


class NewTest(NamedTuple):
    """A test that drives a step, its row in the table, and what it came to on the step before."""

    test: SuiteTest
    row: str
    cell: Result


class Driving(NamedTuple):
    """The new tests that share a function."""

    function: str
    tests: list[NewTest]


@dataclass(frozen=True)
class Replay:
    """One step, ready to be shown."""

    step: Step
    before: Step | None
    red: list[Driving]
    driving: list[SuiteTest]
    guarding: list[SuiteTest]
    colours_before: list[str]
    colours: list[str]
    whole: int

    @property
    def refactoring(self) -> bool:
        return bool(self.before) and not self.driving

    @property
    def changed(self) -> int:
        """How many of the tests written by then have another colour than on the step before."""
        return sum(a != b for a, b in zip(self.colours_before, self.colours, strict=True))

    @property
    def prose(self) -> str:
        """The story without its head, and without the question and the source that end it."""
        lesson = self.step.lesson
        body = lesson.split("\n", 4)[-1] if self.step.head else lesson
        return body.rpartition(QUESTION)[0] or body

    @property
    def question(self) -> str:
        """What the story asks the room."""
        return self.step.lesson.rpartition(QUESTION)[2].strip() if QUESTION in self.step.lesson else ""


def replays(matrix: Matrix) -> list[Replay]:
    """All steps of a matrix."""
    return [replay(matrix, before, step) for before, step in pairwise([None, *matrix.steps]) if step]


def replay(matrix: Matrix, before: Step | None, step: Step) -> Replay:
    """One step, and the one before it."""
    written = [test for test in matrix.tests if test.written <= step.number]
    driving = matrix.driving(step)
    return Replay(
        step,
        before,
        list(new_tests(matrix, driving, before)) if before else [],
        driving,
        [test for test in written if test.written == step.number and test not in driving],
        [matrix.cell(test, before).colour for test in written] if before else [],
        [matrix.cell(test, step).colour for test in written],
        len(matrix.tests),
    )


def new_tests(matrix: Matrix, driving: list[SuiteTest], before: Step) -> Iterator[Driving]:
    """The new tests by the function that they share, each with its failure."""
    sources = {test.id: source(test, matrix.story.top) for test in driving}
    for function, tests in groupby(driving, key=lambda test: sources[test.id].function):
        shown = [NewTest(test, sources[test.id].row, matrix.cell(test, before)) for test in tests]
        yield Driving(function, shown)
