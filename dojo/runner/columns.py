"""The matrix; only those columns are run that have changed since the last time."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from dojo.runner.cache import Cache, digest, of_suite
from dojo.runner.matrix import Matrix
from dojo.runner.result import Cell, Covered
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

Column = dict[str, Any]
Heard = Callable[[int, int], None]


def matrix(
    story: Story,
    *,
    only: Sequence[Step] | None = None,
    measured: bool = False,
    on_done: Heard = lambda _done, _of: None,
) -> Matrix:
    """The matrix of all steps, or of some only; each column comes from the disk if nothing has changed.

    With `measured` it also says what is covered. `on_done` hears how many of how many columns are run.
    Raises CollectionError, with pytest's own words, if the suite cannot be collected.
    """
    steps = story.steps if only is None else list(only)
    cache = Cache(story.workspace, "columns")
    whole = of_suite(story)
    keys = {step: key(step, whole) for step in steps}
    columns = {step: known for step in steps if (known := kept(cache, keys[step], measured=measured))}
    stale = [step for step in steps if step not in columns]
    if stale:
        for step, column in run(story, stale, measured, on_done):
            columns[step] = column
            cache.write(named(keys[step], measured=measured), column)
        if any(key(step, of_suite(story)) != keys[step] for step in stale):  # a file was saved during the run
            return matrix(story.reread(), only=only, measured=measured, on_done=on_done)
    found = Matrix(story, steps)
    for step in steps:
        fill(found, step, columns[step])
    return found


def known(story: Story, steps: Sequence[Step]) -> Matrix:
    """The columns of these steps that are on the disk and still true: nothing is run."""
    cache, whole = Cache(story.workspace, "columns"), of_suite(story)
    found = Matrix(story, [])
    for step in steps:
        if column := kept(cache, key(step, whole), measured=False):
            found.steps.append(step)
            fill(found, step, column)
    return found


def kept(cache: Cache, its_key: str, *, measured: bool) -> Column | None:
    """A column from the disk; a measured one will do even if nobody asks for the measure."""
    for how in [True] if measured else [True, False]:
        column = cache.read(named(its_key, measured=how))
        if isinstance(column, dict) and column.keys() == {"tests", "cells", "covered"}:
            return column
    return None


def named(its_key: str, *, measured: bool) -> str:
    return f"{its_key}-measured" if measured else its_key


def key(step: Step, whole: str) -> str:
    """What a column depends on, in a few letters: the step, and what all of them depend on."""
    return digest(step.files, step.folder, [step.name, whole])


def run(story: Story, steps: list[Step], measured: bool, on_done: Heard) -> list[tuple[Step, Column]]:
    """These columns, on all cores."""
    from dojo.runner.collect import collect
    from dojo.runner.coverage import warm_up
    from dojo.runner.trial import try_all

    if measured:
        warm_up()
    with collect(story) as suite:
        alike = {step: before for before, step in pairwise(steps) if step.code == before.code}
        trials = {
            step: suite.step_trial(step, drawn=True, measured=measured and step not in alike)
            for step in steps
        }
        try_all([*trials.values()], on_done=on_done)
        for step, before in alike.items():  # the tests of the step before already cover what its tests cover
            trials[step].covered = trials[before].covered
        tests = sorted(suite.tests, key=lambda test: test.written)
    return [(step, column(trial, tests)) for step, trial in trials.items()]


def column(trial: Any, tests: list[SuiteTest]) -> Column:
    """One column, as JSON can hold it."""
    cells = [trial.cells.get(test.id) for test in tests]
    return {
        "tests": [[test.id, test.rule, test.kind, test.written] for test in tests],
        "cells": [cell and [cell.colour, cell.why, cell.failure, cell.short] for cell in cells],
        "covered": trial.covered and list(trial.covered),
    }


def fill(found: Matrix, step: Step, column: Column) -> None:
    """Put a column into the matrix."""
    found.tests = found.tests or [SuiteTest(*test) for test in column["tests"]]
    for test, told in zip(found.tests, column["cells"], strict=True):
        if told:
            found.cells[test.id, step.number] = Cell(test.id, test.rule, *told)
    if column["covered"]:
        found.covered[step.number] = Covered(*column["covered"])
