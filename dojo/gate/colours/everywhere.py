"""Law 4: every test runs on every step, and none is skipped. (A test without its mark stops the run.)"""

from collections.abc import Iterator

from dojo.engine.matrix import Matrix
from dojo.gate.breach import Breach, of_test


def breaches(matrix: Matrix) -> Iterator[Breach]:
    """Every cell that is empty or skipped."""
    for step in matrix.steps:
        for test in matrix.tests:
            if (colour := matrix.cell(test, step).colour) in ("skipped", "missing"):
                what = f"{colour}: every test runs on every step; remove what keeps this one from it"
                yield of_test(4, step.name, test, matrix.story, what)
