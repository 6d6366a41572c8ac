"""Law 5: each step's module is covered, lines and branches, by the tests that it has by then."""

import re
from collections.abc import Iterator

from dojo.gate.breach import Breach
from dojo.gate.solved import PROGRAM
from dojo.runner.matrix import Matrix

LINE = re.compile(r"\bline (\d+)")
LEAVES = re.compile(r"the branch from line \d+ to -\d+")
"""A branch that leaves the function: coverage gives its first line, with a minus sign."""


def breaches(matrix: Matrix) -> Iterator[Breach]:
    """Every line and every branch that no test asked for."""
    for step in (step for step in matrix.steps if step.module.is_file()):
        for place in matrix.coverage(step).missed:
            line = int(found[1]) if (found := LINE.search(place)) else 0
            what = in_words(place, line, step.code.splitlines())
            yield Breach(5, step.name, step.module, line, what)


def in_words(place: str, line: int, code: list[str]) -> str:
    """Say what no test reaches, and what to do about it."""
    written = code[line - 1].strip() if 0 < line <= len(code) else ""
    leaves = LEAVES.match(place)
    if leaves and written.startswith("case "):
        return "no test matches none of the cases; write `case _:` if the last case cannot be missed"
    where = "" if place == f"line {line}" else f"{place}: "
    if leaves:
        where = f"from line {line} the function never ends: "
    if PROGRAM.search("\n".join(code[:line])):
        do = "let a test run the program: runpy.run_path(module.__file__, run_name='__main__')"
        return f"{where}no test green by then reaches it; {do}"
    return f"{where}no test green by then reaches it; remove it, or write the test that wants it"
