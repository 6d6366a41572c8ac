"""Law 6: each step changes the code, and not only its layout, its comments or its docstrings."""

import ast
from collections.abc import Iterator
from itertools import pairwise

from dojo.gate.code.parsed import read
from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, split
from dojo.story.compiled import NO_PYTHON
from dojo.story.steps import Step


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every step whose code is that of the step before."""
    story = evidence.story
    for before, step in pairwise(story.steps):
        if is_same(before, step):
            what = (
                f"has the code of {before.name}, at most laid out differently; change it, or remove the step"
            )
            yield Violation(6, step.module, 0, *split(what), step=step.name)


def is_same(one: Step, other: Step) -> bool:
    """Do two steps have the same code, in files of the same names?"""
    if [file.name for file in one.files] != [file.name for file in other.files]:
        return False
    try:
        texts = [(a.read_bytes(), b.read_bytes()) for a, b in zip(one.files, other.files, strict=True)]
        return all(a == b or says_the_same(read(a)[0], read(b)[0]) for a, b in texts)
    except (OSError, *NO_PYTHON):
        return False


def says_the_same(one: object, other: object) -> bool:
    """Are two parts of a syntax alike, wherever they stand, and whatever docstrings they have?"""
    if isinstance(one, ast.AST):
        return type(one) is type(other) and all(
            says_the_same(getattr(one, name, None), getattr(other, name, None)) for name in one._fields
        )
    if isinstance(one, list) and isinstance(other, list):
        ours, theirs = list(filter(is_run, one)), list(filter(is_run, other))
        return len(ours) == len(theirs) and all(map(says_the_same, ours, theirs))
    return type(one) is type(other) and one == other


def is_run(node: object) -> bool:
    """Is it more than a text that nothing uses?"""
    match node:
        case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
            return False
        case _:
            return True
