"""Law 4: every test runs on every step, and none is skipped. (A test without its mark stops the run.)"""

from collections.abc import Iterator

from dojo.engine.matrix import Matrix
from dojo.gate.breach import Breach


def breaches(matrix: Matrix) -> Iterator[Breach]:
    """Every cell that is empty or skipped."""
    for step in matrix.steps:
        for test in matrix.tests:
            if (colour := matrix.cell(test, step).colour) in ("skipped", "missing"):
                yield Breach(4, step.name, test.rule, f"{colour}: every test runs on every step")
