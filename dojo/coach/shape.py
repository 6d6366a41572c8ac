"""The shape of code: which of some steps it is closest to, where their tests say the same.

Tests cannot tell refactorings apart, for they are green on all of them. The lines of the code can.
"""

import ast
from collections.abc import Sequence
from difflib import SequenceMatcher

from dojo.story.code.syntax import NO_PYTHON, parse_source
from dojo.story.steps import Step


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
