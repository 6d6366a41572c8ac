"""The tests of a function as one: what is wrong with many rows of its table is said once."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from dojo.gate.violation import Violation
from dojo.runner.matrix import Matrix
from dojo.story.steps import Step
from dojo.story.tests import SuiteTest
from dojo.wording import count_of

MAX_SAME_REASON = 2  # tests that one reason keeps from their colour on a step, and that are all named


def group_by_function(tests: Iterable[SuiteTest]) -> list[list[SuiteTest]]:
    """Return the tests of each function: the rows of its table, or itself."""
    groups: dict[str, list[SuiteTest]] = {}
    for test in tests:
        groups.setdefault(test.id.partition("[")[0], []).append(test)
    return [*groups.values()]


def merge_rows(faults: Sequence[Violation]) -> Violation:
    """Return the first of what is wrong with some rows of a table, and say for how many more it is."""
    first = faults[0]
    if len(faults) == 1:
        return first
    more = count_of(len(faults) - 1, "more row")
    return replace(first, problem=f"{first.problem}; and so for {more} of its table")


def colours_on(steps: Iterable[Step], test: SuiteTest, matrix: Matrix) -> list[str]:
    """Return the colours of a test on some steps."""
    return [matrix.cell(test, step).colour for step in steps]


def colours_of_tests(tests: Iterable[SuiteTest], step: Step, matrix: Matrix) -> list[str]:
    """Return the colours of some tests on a step."""
    return [matrix.cell(test, step).colour for test in tests]
