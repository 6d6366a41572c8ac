"""The suite on the mutants of a story: which tests each one fails, and how.

The result of a mutant is kept, like a column of the matrix, under a key made from all that it depends on.
"""

import tempfile
from collections.abc import Callable, Collection
from pathlib import Path

from dojo.runner.cache import Cache, digest, of_suite
from dojo.runner.collect import collect
from dojo.runner.matrix import OnMutants
from dojo.runner.result import Cell, Copy
from dojo.runner.suite import Suite
from dojo.runner.trial import Trial, try_all
from dojo.story.mutants import Mutant, read_mutants
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

Heard = Callable[[int, int], None]
Column = list[list[str]]
"""The id, the rule, the colour of each test, and why it has that."""


def on_mutants(
    story: Story, on_done: Heard = lambda _done, _of: None, *, only: Collection[SuiteTest] = ()
) -> OnMutants:
    """What every test, or only some, comes to on each mutant of a story; nothing if it has no mutants.

    `on_done` hears how many of how many mutants have run. Raises CollectionError if the suite does not run.
    """
    cache, suite = Cache(story.workspace, "mutants"), of_suite(story)
    keys = {mutant: digest([], story.top, [suite, mutant.whole]) for mutant in read_mutants(story)}
    columns: dict[Mutant, Column] = {mutant: cache.read(key) for mutant, key in keys.items()}
    if stale := [mutant for mutant, column in columns.items() if column is None]:
        for mutant, column in tried(story, stale, on_done, only).items():
            columns[mutant] = column
        for mutant in stale if not only and of_suite(story) == suite else ():  # nobody saved while it ran
            cache.write(keys[mutant], columns[mutant])
    return {
        mutant: {id: Cell(id, rule, colour, why) for id, rule, colour, why in column}
        for mutant, column in columns.items()
    }


def tried(
    story: Story, some: list[Mutant], on_done: Heard, only: Collection[SuiteTest]
) -> dict[Mutant, Column]:
    """The whole suite on each of these mutants, or only some tests."""

    with collect(story) as suite, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        trials = {mutant: of_mutant(mutant, suite, Path(folder).resolve(), only) for mutant in some}
        try_all([*trials.values()], on_done=on_done)
    return {mutant: column(trial) for mutant, trial in trials.items()}


def of_mutant(mutant: Mutant, suite: Suite, folder: Path, only: Collection[SuiteTest]) -> Trial:
    """The tests on a mutant, which is written down as one file."""
    module = folder / mutant.name / f"{mutant.story.module}.py"
    module.parent.mkdir()
    module.write_text(mutant.whole, encoding="utf-8")
    tests = [test for test in suite.tests if not only or test in only]
    return suite.trial(Copy(mutant.name, module.parent, module), tests, drawn=())


def column(trial: Trial) -> Column:
    """What is known of a mutant, as JSON can hold it."""
    return [[cell.id, cell.rule, cell.colour, cell.why] for cell in trial.cells.values()]
