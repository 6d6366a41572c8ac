"""Law 1: what drives N is red on N-1 and green from N on; what guards N is green on N-1 too.

If a test only has the wrong mark, the breach says which mark is right.
"""

from collections.abc import Iterator

from dojo.engine.cell import Cell
from dojo.engine.matrix import Matrix
from dojo.gate.breach import Breach, of_test
from dojo.story.steps import Step
from dojo.story.tests import SuiteTest


def breaches(matrix: Matrix) -> Iterator[Breach]:
    """Every cell that is green too early, or red too late."""
    for test, step, cell in written(matrix):
        tells = f"{test.kind} step {test.written}"
        if test.red_on(step) and cell.colour == "green":
            do = true_mark(test, matrix) or "ask for more than this step says"
            what = f"{tells}, but is green before it: nothing was red; {do}"
            yield of_test(1, step.name, test, matrix.story, what)
        if not test.red_on(step) and cell.colour == "red":
            do = true_mark(test, matrix) or mend(step, matrix)
            what = f"{tells}, but is red here: {cell.why}; {do}"
            yield of_test(1, step.name, test, matrix.story, what)


def mend(step: Step, matrix: Matrix) -> str:
    """What to do if a test is not green on a step."""
    return f"mend {matrix.story.shown(step.module)}"


def true_mark(test: SuiteTest, matrix: Matrix) -> str:
    """Which mark to give a test that turns from red to green once and for all; nothing for any other."""
    greens = [step.number for step in matrix.steps if matrix.cell(test, step).colour == "green"]
    reds = [step.number for step in matrix.steps if matrix.cell(test, step).colour == "red"]
    if test.kind == "drives" and test.written - 1 in greens:
        turn = f", or drives({greens[0]}), where it turns green" if greens[0] - 1 in reds else ""
        return f"it is really a guard: mark it guards({test.written}){turn}"
    if (
        not greens or not reds or greens[0] != reds[-1] + 1
    ):  # a later step has broken it, or none makes it green
        return ""
    if greens[0] == test.written:
        return f"it is really a driver: mark it drives({test.written})"
    return f"it turns green at step {greens[0]}: mark it drives({greens[0]})"


def written(matrix: Matrix) -> Iterator[tuple[SuiteTest, Step, Cell]]:
    """Each test on each step that it has something to say about; first the tests that have to be red."""
    for step in matrix.steps:
        for test in sorted(matrix.tests, key=lambda test: not test.red_on(step)):
            if step.number >= test.written - 1:
                yield test, step, matrix.cell(test, step)
