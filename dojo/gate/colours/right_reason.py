"""Law 2: red is a failed assertion or a missing name. Whatever breaks otherwise is amber."""

from collections.abc import Iterator

from dojo.engine.matrix import Matrix
from dojo.gate.breach import Breach
from dojo.gate.colours.red_first import written


def breaches(matrix: Matrix) -> Iterator[Breach]:
    """Every cell that is amber where its test is written, or about to be."""
    for test, step, cell in written(matrix):
        if cell.colour == "amber":
            what = f"{test.kind} step {test.written}, but is amber here, it broke: {cell.why}"
            yield Breach(2, step.name, test.rule, what)
