"""Law 5: each step's module is covered, lines and branches, by the tests that it has by then."""

import re
from collections.abc import Iterator

from dojo.gate.breach import Breach
from dojo.runner.matrix import Matrix

LINE = re.compile(r"\bline (\d+)")


def breaches(matrix: Matrix) -> Iterator[Breach]:
    """Every line and every branch that no test asked for."""
    for step in (step for step in matrix.steps if step.module.is_file()):
        for place in matrix.coverage(step).missed:
            line = int(found[1]) if (found := LINE.search(place)) else 0
            where = "" if place == f"line {line}" else f"{place}: "
            what = f"{where}no test green by then reaches it; remove it, or write the test that wants it"
            yield Breach(5, step.name, step.module, line, what)
