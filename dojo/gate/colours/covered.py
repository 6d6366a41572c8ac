"""Law 5: each step's module is covered, lines and branches, by the tests that it has by then."""

from collections.abc import Iterator

from dojo.engine.matrix import Matrix
from dojo.gate.breach import Breach


def breaches(matrix: Matrix) -> Iterator[Breach]:
    """Every line and every branch that no test asked for."""
    for step in matrix.steps:
        for place in matrix.coverage(step).missed:
            yield Breach(5, step.name, step.module.name, f"{place}: no test green by then reaches it")
