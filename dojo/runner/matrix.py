"""The matrix: every test of a suite on every step, and on every mutant; only what has changed runs again."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from dojo.model.cell import CellState
from dojo.model.outcome import Colour, Reason
from dojo.model.waiting import OnDone, ignore_progress
from dojo.runner.cache import Answers, Cache, cached_answers, digest, suite_key
from dojo.runner.recorder.recording import temporary_folder
from dojo.runner.result import MISSING, NOTHING, Covered, Result
from dojo.story.mutants import Mutant, read_mutants
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.tests import Mark, SuiteTest

# The result of each test, by its id, on each mutant.
OnMutants = dict[Mutant, dict[str, Result]]
# A column as the cache has it.
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
        """Return the result of the test on the step; `missing` if it did not run."""
        return self.cells.get((test.id, step.number)) or Result(test.id, test.rule, MISSING)

    def on_mutant(self, test: SuiteTest, mutant: Mutant) -> Result:
        """Return the result of the test on the mutant; `missing` if it did not run."""
        return self.on_mutants[mutant].get(test.id) or Result(test.id, test.rule, MISSING)

    def coverage(self, step: Step) -> Covered:
        """Return how much of the step its tests cover: nothing, if it does not even load."""
        return self.covered.get(step.number, NOTHING)

    def is_green(self, step: Step, until: int | None = None) -> bool:
        """True if all tests are green on the step, or those that are written until another one."""
        tests = [test for test in self.tests if until is None or test.written <= until]
        return all(self.cell(test, step).colour == Colour.GREEN for test in tests)

    def does_not_load(self, step: Step) -> bool:
        """True if the module of the step cannot be imported: no test has an answer there."""
        return any(self.cell(test, step).reason == Reason.NOT_LOADED for test in self.tests)

    def driving(self, step: Step) -> list[SuiteTest]:
        """Return the tests that drive this step."""
        return [test for test in self.tests if test.drives(step)]

    def seen_to_fail(self, test: SuiteTest) -> Step | Mutant | None:
        """Return a version on which the test's own assertion failed: a step before its own, or a mutant."""
        for step in reversed(self.steps):
            if step.number < test.written and self.cell(test, step).asserted:
                return step
        for mutant in self.on_mutants:
            if self.on_mutant(test, mutant).asserted:
                return mutant
        return None

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
        """Return the chapters, each with the tests that were written in it, in the order of the steps."""
        chapters: dict[str, list[SuiteTest]] = {}
        for step in self.steps:
            tests = [test for test in self.tests if test.written == step.number]
            if tests:
                chapters.setdefault(self.story.heading(step.chapter), []).extend(tests)
        return chapters


def matrix(
    story: Story,
    *,
    only: Sequence[Step] | None = None,
    measured: bool = False,
    on_done: OnDone = ignore_progress,
) -> Matrix:
    """Return the matrix of all steps, or of some only; each column is cached until something has changed.

    With `measured` it also says what is covered. Raises CollectionError, with pytest's own words, if the
    suite cannot be collected.
    """
    steps = story.steps if only is None else list(only)
    cache = Cache(story.workspace, "columns", "measured")
    if measured:
        cache = Cache(story.workspace, "measured")
    columns = cached_answers(
        cache,
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
        cells: list[list[str] | None] = []
        for test in tests:
            cell = run.results.get(test.id)
            # without what was printed, which is another text each time
            cells.append(cell and [cell.colour, cell.why, cell.failure, cell.short, "", cell.reason])
        column = {
            "tests": [[test.id, test.rule, test.kind, test.written] for test in tests],
            "cells": cells,
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
    """Code that a check has made.

    Attributes:
        code: the text of the module.
        tests: the ids of the tests to run on it; all tests if there is none.
        beside: the files next to it, and their paths from there.
        name: what it is called while it runs.
    """

    code: str
    tests: tuple[str, ...] = ()
    beside: tuple[tuple[str, Path], ...] = ()
    name: str = "code"


def on_mutants(story: Story, on_done: OnDone = ignore_progress) -> OnMutants:
    """Return the result of every test on each mutant of a story; raises CollectionError."""
    mutants = read_mutants(story)
    made = [
        MadeCode(mutant.whole, beside=tuple(mutant.beside.items()), name=mutant.name) for mutant in mutants
    ]
    return dict(zip(mutants, on_made_code(story, "mutants", made, on_done), strict=True))


def on_made_code(
    story: Story, kind: str, made: Sequence[MadeCode], on_done: OnDone = ignore_progress
) -> list[dict[str, Result]]:
    """Return the results of the tests on each code, by their ids; cached until something has changed.

    Raises CollectionError if the suite does not run.
    """

    def keys_now() -> dict[MadeCode, str]:
        suite = suite_key(story) if made else ""
        keys = {}
        for code in made:
            files = [file for _name, file in code.beside]
            keys[code] = digest(files, story.top, [suite, code.code, *code.tests])
        return keys

    cells = cached_answers(
        Cache(story.workspace, kind), keys_now, lambda stale: run_made_code(story, stale, on_done)
    )
    results = []
    for code in made:
        results.append({cell[0]: Result(*cell) for cell in cells[code]})
    return results


def run_made_code(story: Story, made: list[MadeCode], on_done: OnDone) -> Answers[MadeCode]:
    """Run tests on each code; returns the id, rule, colour and reason of each test."""
    # late, for it imports pytest, which a matrix in the cache does not need
    from dojo.runner.collect import collect
    from dojo.runner.run import run_all

    with collect(story) as suite, temporary_folder() as folder:
        runs = {}
        for number, code in enumerate(made):
            tests = [test for test in suite.tests if not code.tests or test.id in code.tests]
            runs[code] = suite.prepare_code(
                code.name, code.code, folder / str(number), tests, dict(code.beside)
            )
        run_all([*runs.values()], on_done=on_done)
    answers: Answers[MadeCode] = {}
    for code, run in runs.items():
        cells = []
        for cell in run.results.values():
            cells.append([cell.id, cell.rule, cell.colour, cell.why, "", "", "", cell.reason])
        answers[code] = cells, suite.dependencies(run)
    return answers
