"""Two values that an assertion compared, line by line: what was wanted, and what came."""

import ast
from collections.abc import Iterator
from pprint import pformat
from types import CodeType
from typing import NamedTuple

from rich.pretty import pretty_repr

from dojo.diff import find_blocks
from dojo.runner.failure.reason import without_addresses

LABEL_COLUMNS = 8
WANTED, CAME = "wanted", "came"
EQUALS = ("==", "is")
# Of a value on one line: with what is in front of it, that makes 80.
VALUE_COLUMNS = 66


class Comparison(NamedTuple):
    """Two values that an assertion compared, and where.

    Attributes:
        code: the code of the function that compared them.
        line: the line.
        op: the operator, such as `==`.
        left: the value on its left.
        right: the value on its right.
    """

    code: CodeType
    line: int
    op: str
    left: object
    right: object


def one_line(value: object) -> str:
    """Return a value on one line, however long that is."""
    try:
        return without_addresses(repr(value))
    except Exception as error:
        return f"<{type(value).__name__}, whose repr raises {type(error).__name__}>"


def format_value(value: object) -> list[str]:
    """Return a value on one line if it fits; else a text in its lines, and a list in its items."""
    line = one_line(value)
    return [line] if fits(line) else split_value(value)


def fits(line: str) -> bool:
    """True if a text is one line, and not too long."""
    return len(line) <= VALUE_COLUMNS and "\n" not in line


def split_value(value: object) -> list[str]:
    """Return a value with a line for each of its parts."""
    if type(value) is str:
        return [repr(line) for line in value.splitlines(keepends=True)] or ["''"]
    # one column less than it needs, so that it is split
    width = min(VALUE_COLUMNS, len(one_line(value)) - 1)
    return without_addresses(pretty_repr(value, max_width=width)).splitlines()


def format_assignment(name: str, value: object) -> list[str]:
    """Return `name = value`, as Python would read it; of a list as many items on a line as fit."""
    beginning = f"{name} = "
    text = one_line(value)
    if not fits(beginning + text):
        whole = pformat(value, width=VALUE_COLUMNS - len(beginning), compact=True, sort_dicts=False)
        text = without_addresses(whole).replace("\n", "\n" + " " * len(beginning))
    return f"{beginning}{text}".splitlines()


def format_comparison(comparison: Comparison, node: ast.Compare) -> list[str]:
    """Return what a comparison wanted and what came, each line with its label."""
    if comparison.op in EQUALS:
        return list(format_equality(*order_values(comparison, node)))
    return [
        *label_each(WANTED, [f"left {comparison.op} right"]),
        *label_each("left", format_value(comparison.left)),
        *label_each("right", format_value(comparison.right)),
    ]


def order_values(comparison: Comparison, node: ast.Compare) -> tuple[object, object]:
    """Return what a comparison for equality wanted, and what came."""
    # `"I" == to_roman(1)` wants what is on its left
    if is_literal(node.left) and not is_literal(node.comparators[0]):
        return comparison.left, comparison.right
    return comparison.right, comparison.left


def is_literal(node: ast.expr) -> bool:
    """True if it is a literal in the test, `"I"` or `[1, 2]`, or called `expected`."""
    if isinstance(node, ast.Name):
        return node.id.startswith(("expected", "wanted"))
    return not any(isinstance(part, (ast.Name, ast.Call)) for part in ast.walk(node))


def format_equality(wanted: object, came: object) -> Iterator[str]:
    """Yield both, line by line; or name by name, if they have names, like the output of a program."""
    names = getattr(came, "_fields", None) or getattr(wanted, "_fields", None)
    if names and isinstance(wanted, tuple) and isinstance(came, tuple) and len(wanted) == len(came):
        for name, wanted_part, came_part in zip(names, wanted, came, strict=True):
            yield from align(wanted_part, came_part, f"{name} = ")
    else:
        yield from align(wanted, came)


def align(wanted: object, came: object, name: str = "") -> Iterator[str]:
    """Yield two values, with a label on the lines that differ."""
    old = [name + one_line(wanted)]
    new = [name + one_line(came)]
    if not fits(old[0]) or not fits(new[0]):
        old = prefix_first(name, split_value(wanted))
        new = prefix_first(name, split_value(came))
    # they look alike, like things that show only their type
    if old == new and wanted != came:
        yield from [*label_each(WANTED, old), *label_each(CAME, new)]
        yield from label_each("", ["They look alike, and they are not equal."])
        return
    for block in find_blocks(old, new):
        old_lines = old[block.old_start : block.old_end]
        if block.is_equal:
            yield from label_each("", old_lines)
        else:
            yield from label_each(WANTED, old_lines)
            yield from label_each(CAME, new[block.new_start : block.new_end])


def prefix_first(name: str, texts: list[str]) -> list[str]:
    """Return lines with `name = ` in front of the first, and the others below it."""
    indent = " " * len(name)
    return [name + text if number == 0 else indent + text for number, text in enumerate(texts)]


def label_each(label: str, texts: list[str]) -> list[str]:
    """Return each line with a label in front."""
    return [f"{label:{LABEL_COLUMNS}}{text}" for text in texts]
