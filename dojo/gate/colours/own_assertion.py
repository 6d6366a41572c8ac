"""Law 9: each test has failed by its own assertion, on an earlier step or on a mutant."""

from collections.abc import Iterator

from dojo.engine.matrix import Matrix
from dojo.gate.breach import Breach, of_test
from dojo.story.steps import Step
from dojo.story.tests import SuiteTest

NEVER = "no step before it and no mutant has failed its assertion: can it fail?; add a mutant that it catches"


def breaches(matrix: Matrix) -> Iterator[Breach]:
    """Every test of which nobody has seen that it can fail."""
    names = {step.number: step.name for step in matrix.steps}
    for test in matrix.tests:
        if not matrix.seen_to_fail(test):
            yield of_test(9, names[test.written], test, matrix.story, NEVER)


def by_name(matrix: Matrix, before: Step) -> list[SuiteTest]:
    """The tests that are red on a step, the one before theirs, for want of a name alone."""
    cells = {test: matrix.cell(test, before) for test in matrix.tests if test.red_on(before)}
    return [test for test, cell in cells.items() if cell.colour == "red" and not cell.asserted]


def where_it_fails(matrix: Matrix, test: SuiteTest) -> str:
    """Of such a test, in a sentence: where its assertion was seen to fail."""
    match matrix.seen_to_fail(test):
        case Step() as step:
            return f"Its assertion fails on step {step.number}."
        case None:
            return "Its assertion fails on no mutant yet."
        case mutant:
            return f"Its assertion fails on a mutant: {mutant.does}"
