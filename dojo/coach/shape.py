"""The shape of code: what its lines say, where its tests say nothing.

Tests cannot tell refactorings apart, for they are green on all of them. The lines of the code can: which of
some steps it is closest to, and which of its lines are alike.
"""

import ast
from collections import defaultdict
from collections.abc import Sequence
from copy import copy
from difflib import SequenceMatcher

from dojo.attempt.attempt import Attempt
from dojo.story.code.imports import find_imported_beside
from dojo.story.code.syntax import NO_PYTHON, find_nodes, parse_source
from dojo.story.steps import Step

# as in “the rule of three”: two lines that are alike may still go different ways
MIN_ALIKE = 3
# they have other statements inside of them
COMPOUND = (ast.If, ast.While, ast.For)
# What can be put into one place: what a line does, and what it asks.
REPEATABLE = (ast.Assign, ast.AugAssign, ast.Expr, *COMPOUND)


def find_closest(code: str, steps: Sequence[Step]) -> Step:
    """Return the step whose code has the most lines in common with this; of several, the first."""
    lines = plain_lines(code)
    ratios: list[float] = []
    for step in steps:
        # without its own idea of what is junk, which long files would fall for
        matcher = SequenceMatcher(None, plain_lines(step.code), lines, autojunk=False)
        ratios.append(matcher.ratio())
    return steps[ratios.index(max(ratios))]


def plain_lines(code: str) -> list[str]:
    """Return the lines of some code as Python would write it; as they are if it is not Python."""
    try:
        return ast.unparse(parse_source(code)).splitlines()
    except NO_PYTHON:
        return code.splitlines()


class WithoutValues(ast.NodeTransformer):
    """Puts one text in the place of all texts, and one number in that of all other values."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        # an f-string takes nothing but texts between its braces
        return ast.Constant("" if isinstance(node.value, str) else 0)


def find_alike(code: str) -> list[str]:
    """Return the lines that are alike but for their values, if there are at least three.

    Of several kinds, these are the most frequent one. Nothing is found in what is not Python.
    """
    lines_by_form: dict[str, list[str]] = defaultdict(list)
    try:
        for statement in find_nodes(parse_source(code), REPEATABLE):
            # a text alone is a docstring
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                continue
            source = ast.get_source_segment(code, statement) or ""
            lines_by_form[form_of(statement)].append(source.splitlines()[0])
    # Python may also give up where it writes what it has read, as for a sum of many numbers
    except NO_PYTHON:
        return []
    most = max(lines_by_form.values(), key=len, default=[])
    return most if len(most) >= MIN_ALIKE else []


def form_of(statement: ast.stmt) -> str:
    """Return what a statement says without its values, and without the statements inside of it."""
    alone = copy(statement)
    if isinstance(alone, COMPOUND):
        alone.body, alone.orelse = [ast.Pass()], []
    return ast.unparse(WithoutValues().visit(alone))


def has_program(attempt: Attempt) -> bool:
    """True if the module of an attempt asks whether it runs as a program."""
    return "__main__" in attempt.module.read_text(encoding="utf-8", errors="replace")


def may_print(attempt: Attempt) -> bool:
    """True if something in the module of an attempt looks as if it wrote a line, or if another one may."""
    text = attempt.module.read_text(encoding="utf-8", errors="replace")
    return "print(" in text or "write" in text or bool(find_imported_beside(attempt.module))


def has_uncalled_main(attempt: Attempt) -> bool:
    """True if a file of an attempt defines main(), and has no other mention of it."""
    for file in attempt.folder.glob("*.py"):
        text = file.read_text(encoding="utf-8", errors="replace")
        if "def main(" in text and text.count("main(") == 1:
            return True
    return False
