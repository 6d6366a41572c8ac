"""Law 1: what drives N is red on N-1 and green from N on; what guards N is green on N-1 too."""

from collections.abc import Iterator

from dojo.engine.cell import Cell
from dojo.engine.matrix import Matrix
from dojo.gate.breach import Breach
from dojo.story.steps import Step
from dojo.story.tests import SuiteTest


def breaches(matrix: Matrix) -> Iterator[Breach]:
    """Every cell that is green too early, or red too late."""
    for test, step, cell in written(matrix):
        tells = f"{test.kind} step {test.written}"
        if test.red_on(step) and cell.colour == "green":
            yield Breach(1, step.name, test.rule, f"{tells}, but is green before it: nothing was red")
        if not test.red_on(step) and cell.colour == "red":
            yield Breach(1, step.name, test.rule, f"{tells}, but is red here: {cell.why}")


def written(matrix: Matrix) -> Iterator[tuple[SuiteTest, Step, Cell]]:
    """Each test on each step that it has something to say about, those that have to be red first."""
    for step in matrix.steps:
        for test in sorted(matrix.tests, key=lambda test: not test.red_on(step)):
            if step.number >= test.written - 1:
                yield test, step, matrix.cell(test, step)
