"""What the pages show of a step and the one before it: red, change, green and story, from real runs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import dedent

from dojo.diff import split_lines
from dojo.runner.matrix import Matrix
from dojo.runner.result import Result
from dojo.screen.code import Fold, fold_diff
from dojo.story.source import find_source
from dojo.story.steps import Step, StepKind, read_text
from dojo.story.tests import SuiteTest
from dojo.tour.lesson import Lesson, read_lesson
from dojo.tour.progression import MARKS


@dataclass(frozen=True)
class NewTest:
    """A test that drives a step, as its page shows it.

    Attributes:
        test: the test.
        cell: how it fails on the step before.
        function: the text of its function.
        row: the text of its row; empty if it has none.
    """

    test: SuiteTest
    cell: Result
    function: str
    row: str


@dataclass(frozen=True)
class Replay:
    """What the page shows of a step and the one before it: red, change, green, story, from real runs.

    Attributes:
        step: the step.
        before: the step before; None for the first.
        driving: the tests that drive it.
        guarding: the tests that are written in it, and drive no step.
        colours_before: on the step before, the colours of the tests that are written by then.
        colours: their colours on this step.
        new: the tests that drive it, with how they fail.
        change: the diff of its code.
        lesson: what its README says, and what it asks the room.
    """

    step: Step
    before: Step | None
    driving: list[SuiteTest]
    guarding: list[SuiteTest]
    colours_before: list[str]
    colours: list[str]
    new: list[NewTest]
    change: list[Fold]
    lesson: Lesson

    @property
    def is_undriven(self) -> bool:
        """True if no test drives it."""
        return self.before is not None and not self.driving

    @property
    def is_asked_for_by_assertion(self) -> bool:
        """True if the assertion of its first test failed on the step before, and not a name was missing."""
        return bool(self.new) and self.new[0].cell.asserted

    @property
    def mark(self) -> str:
        """The mark behind its title; empty if it has none."""
        return MARKS[self.kind].shape if self.is_undriven else ""

    @property
    def kind(self) -> StepKind:
        """What it is if no test drives it, whatever its README says."""
        return StepKind.DESIGN if self.step.kind == StepKind.DESIGN else StepKind.REFACTORING

    @property
    def changed(self) -> int:
        """How many tests have another colour than on the step before."""
        number = 0
        for old, new in zip(self.colours_before, self.colours):
            if old != new:
                number += 1
        return number

    @property
    def red(self) -> list[list[NewTest]]:
        """The tests that drive it, those of one function together."""
        of_functions: list[list[NewTest]] = []
        for test in self.new:
            if not of_functions or of_functions[-1][-1].function != test.function:
                of_functions.append([])
            of_functions[-1].append(test)
        return of_functions


def replays(matrix: Matrix, languages: Sequence[str]) -> Iterator[Replay]:
    """Yield what the page shows of each step and the one before it."""
    before = None
    for step in matrix.steps:
        yield replay(matrix, before, step, languages)
        before = step


def replay(matrix: Matrix, before: Step | None, step: Step, languages: Sequence[str]) -> Replay:
    """Return what the page shows of a step and the one before it."""
    written = [test for test in matrix.tests if test.written <= step.number]
    driving = matrix.driving(step)
    guarding = []
    for test in written:
        if test.written == step.number and test not in driving:
            guarding.append(test)
    new = []
    colours_before = []
    if before:
        colours_before = colours_on(matrix, written, before)
        for test in driving:
            source = find_source(test.id, matrix.story.top)
            cell = matrix.cell(test, before)
            new.append(NewTest(test, cell, dedent(source.function), dedent(source.row)))
    return Replay(
        step=step,
        before=before,
        driving=driving,
        guarding=guarding,
        colours_before=colours_before,
        colours=colours_on(matrix, written, step),
        new=new,
        change=fold_diff(lines_of(before) if before else [], lines_of(step)),
        lesson=read_lesson(step, languages, matrix.story.language),
    )


def colours_on(matrix: Matrix, tests: Sequence[SuiteTest], step: Step) -> list[str]:
    """Return the colours of some tests on a step."""
    return [matrix.cell(test, step).colour for test in tests]


def lines_of(step: Step) -> list[str]:
    """Return the code of a step, line by line as a diff counts them."""
    return split_lines("\n\n".join(read_text(file) for file in step.files))
