"""What reading a suite shows, all of it: before anything runs, and beside what ran."""

from collections.abc import Iterator

from dojo.engine.matrix import Matrix
from dojo.gate.breach import Breach
from dojo.gate.suite import (
    assertions,
    collected,
    expectations,
    forms,
    plugins,
    reds,
    rows,
    settings,
    versions,
)
from dojo.gate.suite.source import SuiteSource
from dojo.story.story import Story


def as_written(story: Story) -> Iterator[Breach]:
    """Laws 2, 4 and 9, where the source of the suite breaks them."""
    yield from settings.breaches(story)
    source = SuiteSource(story)
    for law in (plugins, forms, versions, reds, assertions, expectations):
        yield from law.breaches(source)


def beside_what_ran(matrix: Matrix) -> Iterator[Breach]:
    """Law 4, where the source of the suite has more tests than ran."""
    source = SuiteSource(matrix.story)
    for law in (collected, rows):
        yield from law.breaches(source, matrix.tests)
