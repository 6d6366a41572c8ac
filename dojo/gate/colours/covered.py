"""Law 5: each step's module is covered, lines and branches, by the tests that it has by then."""

import ast
import re
from collections.abc import Iterator

from dojo.gate.evidence import Evidence
from dojo.gate.solved import PROGRAM
from dojo.gate.violation import Violation, split

LINE = re.compile(r"\bline (\d+)")
LEAVES = re.compile(r"the branch from line \d+ to -\d+")
"""A branch that leaves the function: coverage gives its first line, with a minus sign."""


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every line and every branch that no test asked for."""
    matrix = evidence.matrix
    for step in (step for step in matrix.steps if step.module.is_file()):
        for place in matrix.coverage(step).missed:
            line = int(found[1]) if (found := LINE.search(place)) else 0
            what = in_words(place, line, step.code.splitlines())
            yield Violation(5, step.module, line, *split(what), step=step.name)


def unreached(evidence: Evidence) -> Iterator[Violation]:
    """Law 9: each assertion of the suite on a line that does not run on the last step."""
    story, last = evidence.story, evidence.story.steps[-1]
    if evidence.steps[-1] != last:
        return
    lines = evidence.observations[last].lines
    for file in evidence.suite.files:
        for node in file.nodes:
            if isinstance(node, ast.Assert):
                span = range(node.lineno, (node.end_lineno or node.lineno) + 1)
                if not any((file.shown, line) in lines for line in span):
                    what = f"this assertion does not run on {last.name}"
                    fix = "let a test reach it, or remove it"
                    yield Violation(9, story.top / file.shown, node.lineno, what, fix)


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
