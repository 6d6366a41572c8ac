"""The matrix: every test of a suite on every step, and on every mutant; only what has changed runs again."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from dojo.model.cell import CellState
from dojo.model.outcome import Colour
from dojo.runner.cache import Answers, Cache, cached_answers, digest, suite_key
from dojo.runner.recorder.recording import temporary_folder
from dojo.runner.result import MISSING, NOTHING, Covered, OnDone, Result, ignore_progress
from dojo.story.mutants import Mutant, read_mutants
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.tests import Mark, SuiteTest

OnMutants = dict[Mutant, dict[str, Result]]
"""The result of each test, by its id, on each mutant."""
Column = dict[str, Any]


@dataclass
class Matrix:
    """The cells of some steps; and how much of a step its tests cover, if that was measured."""

    story: Story
    steps: list[Step]
    tests: list[SuiteTest] = field(default_factory=list)
    cells: dict[tuple[str, int], Result] = field(default_factory=dict)
    covered: dict[int, Covered] = field(default_factory=dict)
    on_mutants: OnMutants = field(default_factory=dict)

    def cell(self, test: SuiteTest, step: Step) -> Result:
        """Give the result of the test on the step; `missing` if it did not run."""
        return self.cells.get((test.id, step.number)) or Result(test.id, test.rule, MISSING)

    def on_mutant(self, test: SuiteTest, mutant: Mutant) -> Result:
        """Give the result of the test on the mutant; `missing` if it did not run."""
        return self.on_mutants[mutant].get(test.id) or Result(test.id, test.rule, MISSING)

    def coverage(self, step: Step) -> Covered:
        """How much of the step its tests cover: nothing, if it does not even load."""
        return self.covered.get(step.number, NOTHING)

    def is_green(self, step: Step, until: int | None = None) -> bool:
        """True if all tests are green on the step, or those that are written until another one."""
        tests = [test for test in self.tests if until is None or test.written <= until]
        return all(self.cell(test, step).colour == "green" for test in tests)

    def driving(self, step: Step) -> list[SuiteTest]:
        """The tests that drive this step."""
        return [test for test in self.tests if test.drives(step)]

    def seen_to_fail(self, test: SuiteTest) -> Step | Mutant | None:
        """A version on which the test's own assertion failed: a step before its own, or a mutant."""
        before = (step for step in reversed(self.steps) if step.number < test.written)
        on_step = next((step for step in before if self.cell(test, step).asserted), None)
        return on_step or next(
            (mutant for mutant in self.on_mutants if self.on_mutant(test, mutant).asserted), None
        )

    def state(self, test: SuiteTest, step: Step) -> CellState:
        """Judge a cell by the colour that it had to have."""
        colour = self.cell(test, step).colour
        is_green = colour == Colour.GREEN
        if step.number >= test.written:
            return CellState.GREEN if is_green else CellState.BROKEN
        if test.red_on(step):
            return CellState.RED if colour == Colour.RED else CellState.BROKEN
        if is_green:
            return CellState.LUCK
        # a guard is green on the step before its own as well
        is_due = test.kind == Mark.GUARDS and step.number == test.written - 1
        if is_due or colour in (Colour.SKIPPED, MISSING):
            return CellState.BROKEN
        return CellState.NOT_YET

    def by_chapter(self) -> dict[str, list[SuiteTest]]:
        """The chapters, each with the tests that were written in it, in the order of the steps."""
        chapters: dict[str, list[SuiteTest]] = {}
        for step in self.steps:
            if tests := [test for test in self.tests if test.written == step.number]:
                chapters.setdefault(self.story.heading(step.chapter), []).extend(tests)
        return chapters


def matrix(
    story: Story,
    *,
    only: Sequence[Step] | None = None,
    measured: bool = False,
    on_done: OnDone = ignore_progress,
) -> Matrix:
    """Give the matrix of all steps, or of some only; each column is cached until something has changed.

    With `measured` it also says what is covered. Raises CollectionError, with pytest's own words, if the
    suite cannot be collected.
    """
    steps = story.steps if only is None else list(only)
    columns = cached_answers(
        Cache(story.workspace, *(["measured"] if measured else ["columns", "measured"])),
        lambda: find_keys(story, steps),
        lambda stale: run(story, stale, measured, on_done),
    )
    return fill(story, columns)


def find_keys(story: Story, steps: Sequence[Step]) -> dict[Step, str]:
    """Hash what each column depends on: the step, and what all of them depend on."""
    suite = suite_key(story)
    return {step: digest(step.files, step.folder, [step.name, suite]) for step in steps}


def run(story: Story, steps: list[Step], measured: bool, on_done: OnDone) -> Answers[Step]:
    """Run these columns, on all cores."""
    # late, for it imports pytest, which a matrix in the cache does not need
    from dojo.runner.collect import collect
    from dojo.runner.coverage import warm_up
    from dojo.runner.run import run_all

    if measured:
        warm_up()
    with collect(story) as suite:
        runs = {step: suite.prepare_step(step, measured=measured) for step in steps}
        run_all([*runs.values()], on_done=on_done)
        tests = sorted(suite.tests, key=lambda test: test.written)
    columns: Answers[Step] = {}
    for step, run in runs.items():
        column = {
            "tests": [[test.id, test.rule, test.kind, test.written] for test in tests],
            "cells": [
                cell and [cell.colour, cell.why, cell.failure, cell.short, "", cell.reason]
                for cell in (run.results.get(test.id) for test in tests)
            ],
            "covered": run.covered and list(run.covered),
        }
        columns[step] = column, suite.dependencies(run)
    return columns


def fill(story: Story, columns: dict[Step, Column]) -> Matrix:
    """Put these columns into a matrix."""
    found = Matrix(story, [*columns])
    for step, column in columns.items():
        if not found.tests:
            for id, rule, kind, written in column["tests"]:
                found.tests.append(SuiteTest(id, rule, Mark(kind), written))
        for test, cell in zip(found.tests, column["cells"], strict=True):
            if cell:
                found.cells[test.id, step.number] = Result(test.id, test.rule, *cell)
        if column["covered"]:
            found.covered[step.number] = Covered(*column["covered"])
    return found


class MadeCode(NamedTuple):
    """Code that a check has made, the ids of the tests to run on it, and the files that lie beside it."""

    code: str
    tests: tuple[str, ...] = ()
    """All tests if there is none."""
    beside: tuple[Path, ...] = ()


def on_mutants(story: Story, on_done: OnDone = ignore_progress) -> OnMutants:
    """Give the result of every test on each mutant of a story; raises CollectionError."""
    mutants = read_mutants(story)
    made = [MadeCode(mutant.whole) for mutant in mutants]
    return dict(zip(mutants, on_made_code(story, "mutants", made, on_done), strict=True))


def on_made_code(
    story: Story, kind: str, made: Sequence[MadeCode], on_done: OnDone = ignore_progress
) -> list[dict[str, Result]]:
    """Give the results of the tests on each code, by their ids; cached until something has changed.

    Raises CollectionError if the suite does not run.
    """

    def keys_now() -> dict[MadeCode, str]:
        suite = suite_key(story) if made else ""
        return {one: digest(one.beside, story.top, [suite, one.code, *one.tests]) for one in made}

    cells = cached_answers(
        Cache(story.workspace, kind), keys_now, lambda stale: run_made_code(story, stale, on_done)
    )
    return [{cell[0]: Result(*cell) for cell in cells[one]} for one in made]


def run_made_code(story: Story, made: list[MadeCode], on_done: OnDone) -> Answers[MadeCode]:
    """Run tests on each code; gives the id, rule, colour and reason of each test."""
    # late, for it imports pytest, which a matrix in the cache does not need
    from dojo.runner.collect import collect
    from dojo.runner.run import run_all

    with collect(story) as suite, temporary_folder() as folder:
        runs = {}
        for number, one in enumerate(made):
            tests = [test for test in suite.tests if not one.tests or test.id in one.tests]
            runs[one] = suite.prepare_code(str(number), one.code, folder, tests, one.beside)
        run_all([*runs.values()], on_done=on_done)
    answers: Answers[MadeCode] = {}
    for one, run in runs.items():
        cells = [
            [cell.id, cell.rule, cell.colour, cell.why, "", "", "", cell.reason]
            for cell in run.results.values()
        ]
        answers[one] = cells, suite.dependencies(run)
    return answers
