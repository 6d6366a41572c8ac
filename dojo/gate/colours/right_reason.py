"""Law 2: red is a failed assertion or a missing name. Whatever breaks in another way is amber."""

from collections.abc import Iterator

from dojo.engine.matrix import Matrix
from dojo.gate.breach import Breach, of_test
from dojo.gate.colours.red_first import mend, written


def breaches(matrix: Matrix) -> Iterator[Breach]:
    """Every cell that is amber where its test is written, or about to be."""
    for test, step, cell in written(matrix):
        if cell.colour == "amber":
            what = f"{test.kind} step {test.written}, but is amber here, it broke: {cell.why}"
            do = f"{mend(step, matrix)}, or the test, so that there is an answer to assert"
            yield of_test(2, step.name, test, matrix.story, f"{what}; {do}")
