"""What the board tells about each step, as data: red, change, green and story, from real runs."""

from itertools import groupby, pairwise
from textwrap import dedent
from typing import NamedTuple

from dojo.pages.diff import Fold, fold_diff
from dojo.runner.matrix import Matrix
from dojo.runner.result import Result
from dojo.story.readme import QUESTION
from dojo.story.source import find_source
from dojo.story.steps import Step, read_text
from dojo.story.tests import SuiteTest


class NewTest(NamedTuple):
    """A test that drives a step: its source, and what it came to on the step before."""

    test: SuiteTest
    function: str
    row: str
    cell: Result


class Replay:
    """One step, and the one before it, ready to be shown."""

    def __init__(self, matrix: Matrix, before: Step | None, step: Step) -> None:
        self.step, self.before = step, before
        written = [test for test in matrix.tests if test.written <= step.number]
        self.driving = matrix.driving(step)
        self.guarding = [test for test in written if test.written == step.number and test not in self.driving]
        self.colours_before = [matrix.cell(test, before).colour for test in written] if before else []
        self.colours = [matrix.cell(test, step).colour for test in written]
        """Those of the tests that are written by then."""
        self.refactoring = bool(before) and not self.driving
        sources = [find_source(test, matrix.story.top) for test in self.driving]
        self.new = [
            NewTest(test, dedent(source.function), dedent(source.row), matrix.cell(test, before))
            for test, source in zip(self.driving, sources, strict=True)
            if before
        ]
        text = step.lesson.split("\n", 4)[-1] if step.head else step.lesson
        prose, asks, rest = text.rpartition(QUESTION)
        self.prose = prose if asks else rest
        """The story without its head, and without the question and the source that end it."""
        self.question = rest.strip() if asks else ""

    @property
    def red(self) -> list[list[NewTest]]:
        """The new tests, those that share a function together."""
        return [list(tests) for _, tests in groupby(self.new, key=lambda new: new.function)]

    @property
    def changed(self) -> int:
        """How many of the tests written by then have another colour than on the step before."""
        return sum(a != b for a, b in zip(self.colours_before, self.colours, strict=True))

    @property
    def change(self) -> list[Fold]:
        """What the step changed."""
        return fold_diff(lines_of(self.before), lines_of(self.step))


def replays(matrix: Matrix) -> list[Replay]:
    """All steps of a matrix."""
    return [Replay(matrix, before, step) for before, step in pairwise([None, *matrix.steps]) if step]


def lines_of(step: Step | None) -> list[str]:
    """The code of a step, line by line as a diff counts them; nothing before the first step."""
    texts = map(read_text, step.files if step else [])
    return "\n\n".join(texts).splitlines()
