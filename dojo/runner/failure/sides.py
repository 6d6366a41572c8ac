"""What a test wanted, and what came, told side by side."""

import ast
from collections.abc import Iterator
from difflib import SequenceMatcher
from types import CodeType
from typing import Any, NamedTuple

from dojo.runner.failure.values import fits, in_a_line, lines, parts

LABEL = 8
WANTED, CAME = "wanted", "came"
EQUALS = ("==", "is")


class Comparison(NamedTuple):
    """Two values that an assertion compared, and where."""

    code: CodeType
    line: int
    op: str
    left: Any
    right: Any


def compared(comparison: Comparison, node: ast.Compare) -> list[str]:
    """What a comparison wanted and what came, each line with its label."""
    op, left, right = comparison.op, comparison.left, comparison.right
    if wanted_first(node) and op in EQUALS:
        left, right = right, left
    if op in EQUALS:
        return [*equals(right, left)]
    if op in ("!=", "is not"):
        return [*headed(WANTED, ["anything but that"]), *headed(CAME, lines(left))]
    if op in ("in", "not in"):
        wanted = f"{in_a_line(left)} in it" if op == "in" else f"no {in_a_line(left)} in it"
        return [*headed(WANTED, [wanted]), *headed(CAME, lines(right))]
    return [
        *headed(WANTED, [f"left {op} right"]),
        *headed("left", lines(left)),
        *headed("right", lines(right)),
    ]


def wanted_first(node: ast.Compare) -> bool:
    """Does the test say `"I" == …`, and not `… == "I"`?"""
    left, right = node.left, node.comparators[0]
    return not_asked(left) and not not_asked(right)


def not_asked(node: ast.expr) -> bool:
    """Is it written out in the test, without a name or a call: `"I"`, `[1, 2]`; or called `expected`?"""
    if isinstance(node, ast.Name):
        return node.id.startswith(("expected", "wanted"))
    return not any(isinstance(part, (ast.Name, ast.Call)) for part in ast.walk(node))


def equals(wanted: Any, came: Any) -> Iterator[str]:
    """Both, line by line; or name by name, if they have names, like the output of a program."""
    names = getattr(came, "_fields", None) or getattr(wanted, "_fields", None)
    if names and isinstance(wanted, tuple) and isinstance(came, tuple) and len(wanted) == len(came):
        for name, one, other in zip(names, wanted, came, strict=True):
            yield from beside(one, other, f"{name} = ")
    else:
        yield from beside(wanted, came)


def beside(wanted: Any, came: Any, name: str = "") -> Iterator[str]:
    """Two values, with a label on the lines that differ."""
    one_line = [name + in_a_line(value) for value in (wanted, came)]
    if all(map(fits, one_line)):
        old, new = one_line[:1], one_line[1:]
    else:
        old, new = (under(name, parts(value)) for value in (wanted, came))
    if old == new and wanted != came:  # they look alike, like things that show only their type
        yield from [*labelled(WANTED, old), *labelled(CAME, new)]
        yield from labelled("", ["They look alike, and they are not equal."])
        return
    for what, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            yield from labelled("", old[i:j])
        else:
            yield from [*labelled(WANTED, old[i:j]), *labelled(CAME, new[k:m])]


def under(name: str, texts: list[str]) -> list[str]:
    """`name = ` in front of the first line, and the others below it."""
    return [(name if not number else " " * len(name)) + text for number, text in enumerate(texts)]


def headed(label: str, texts: list[str]) -> list[str]:
    """The first line with a label in front, and the others below it."""
    return under(f"{label:{LABEL}}", texts)


def labelled(label: str, texts: list[str]) -> list[str]:
    """Each line with a label in front."""
    return [f"{label:{LABEL}}{text}" for text in texts]
