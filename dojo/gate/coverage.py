"""Law 5: each step is covered, lines and branches, by the tests that it has by then."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise

from dojo.gate.evidence import Evidence, ParsedCode
from dojo.gate.violation import Violation

LINE = re.compile(r"\bline (\d+)")
ENDS_FUNCTION = re.compile(r"the branch from line \d+ to -\d+")
"""A branch that leaves the function: coverage gives its first line, with a minus sign."""
PROGRAM = re.compile(r"""^if __name__ == ["']__main__["']:""", re.MULTILINE)
"""A step with this line is a program: what follows it is run when the step is started."""
ENDS = (ast.Return, ast.Raise, ast.Break, ast.Continue)


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every line and every branch that no test asked for, and code that no run can reach."""
    for step in (step for step in evidence.steps if step.module.is_file()):
        for place in evidence.matrix.coverage(step).missed:
            line = int(found[1]) if (found := LINE.search(place)) else 0
            what, fix = explain(place, line, step.code.splitlines())
            yield Violation(5, step.module, line, what, fix, step.name)
    for code in evidence.code:
        for node in unreachable(code):
            what = "no run can reach this, and coverage does not count it"
            yield Violation(5, code.file, node.lineno, what, "remove it", code.step)


def explain(place: str, line: int, code: list[str]) -> tuple[str, str]:
    """Say what no test reaches, and what to do about it."""
    written = code[line - 1].strip() if 0 < line <= len(code) else ""
    ends = ENDS_FUNCTION.match(place)
    if ends and written.startswith("case "):
        return "no test matches none of the cases", "write `case _:` if the last case cannot be missed"
    where = "" if place == f"line {line}" else f"{place}: "
    if ends:
        where = f"from line {line} the function never ends: "
    fix = "remove it, or write the test that wants it"
    if PROGRAM.search("\n".join(code[:line])):
        fix = "let a test run the program: runpy.run_path(module.__file__, run_name='__main__')"
    return f"{where}no test green by then reaches it", fix


def unreachable(code: ParsedCode) -> Iterator[ast.stmt]:
    """The statements after a `return` or the like, and below `if False`: the compiler leaves them out."""
    for node in ast.walk(code.tree):
        match node:
            case (
                ast.If(test=ast.Constant(value=value), body=body)
                | ast.While(test=ast.Constant(value=value), body=body)
            ) if not value:
                yield body[0]
        for block in (getattr(node, name, None) for name in ("body", "orelse", "finalbody")):
            if isinstance(block, list):
                for before, statement in pairwise(block):
                    if isinstance(before, ENDS) and not is_yield(statement):
                        yield statement


def is_yield(node: ast.stmt) -> bool:
    """True if it only makes a generator of what gives nothing."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield)


def assertions_run(evidence: Evidence) -> Iterator[Violation]:
    """Law 9: each assertion of the suite that does not run on the last step."""
    last = evidence.last
    if evidence.steps[-1] != last:
        return
    lines = evidence.observations[last].lines
    for code in evidence.suite:
        for node in ast.walk(code.tree):
            if isinstance(node, ast.Assert):
                own = range(node.lineno, (node.end_lineno or node.lineno) + 1)
                if not any((code.name, line) in lines for line in own):
                    what = f"this assertion does not run on {last.name}"
                    yield Violation(9, code.file, node.lineno, what, "let a test reach it, or remove it")
