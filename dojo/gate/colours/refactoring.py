"""Law 3: on a step that no test drives, each test keeps the colour of the step before."""

from collections.abc import Iterator
from itertools import pairwise

from dojo.engine.matrix import Matrix
from dojo.gate.breach import Breach, of_test


def breaches(matrix: Matrix) -> Iterator[Breach]:
    """Every colour of a test written by then that a refactoring has changed."""
    for before, step in pairwise(matrix.steps):
        if matrix.driving(step):
            continue
        for test in matrix.tests:
            old, new = matrix.cell(test, before).colour, matrix.cell(test, step).colour
            if test.written <= step.number and old != new:
                what = f"was {old} on {before.name} and is {new} after a refactoring"
                do = f"keep it {old}, or mark a new test drives({step.number})"
                yield of_test(3, step.name, test, matrix.story, f"{what}; {do}")
