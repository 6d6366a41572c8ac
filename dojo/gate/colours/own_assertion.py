"""Law 9: each test has failed by its own assertion, on an earlier step or on a mutant."""

from collections.abc import Iterator

from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, at_test, split
from dojo.runner.matrix import Matrix
from dojo.story.steps import Step
from dojo.story.tests import SuiteTest

NEVER = "no earlier step and no mutant has failed its assertion; add a mutant that it catches"


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every test that nobody has seen fail by its own assertion."""
    matrix = evidence.matrix_with_mutants
    names = {step.number: step.name for step in matrix.steps}
    for test in matrix.tests:
        if not matrix.seen_to_fail(test):
            yield at_test(9, test, matrix.story, *split(NEVER), step=names[test.written])


def by_name(matrix: Matrix, before: Step) -> list[SuiteTest]:
    """The tests that are red on the step before theirs only because a name is missing."""
    cells = {test: matrix.cell(test, before) for test in matrix.tests if test.red_on(before)}
    return [test for test, cell in cells.items() if cell.colour == "red" and not cell.asserted]


def where_it_fails(matrix: Matrix, test: SuiteTest) -> str:
    """A sentence on such a test: where its assertion was seen to fail."""
    match matrix.seen_to_fail(test):
        case Step() as step:
            return f"Its assertion fails on step {step.number}."
        case None:
            return "Its assertion fails on no mutant yet."
        case mutant:
            return f"Its assertion fails on a mutant: {mutant.does}"
