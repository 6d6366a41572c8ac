"""Two values that an assertion compared, line by line: what was wanted, and what came."""

import ast
import re
from collections.abc import Iterator
from itertools import groupby
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
# Of what is shown on one line at most, where a value has a part that cannot be split.
MAX_COLUMNS = 200
# Of the lines of a value that differ, of those that are equal, and of places with a difference.
MAX_DIFFERENT_LINES = 6
MAX_EQUAL_LINES = 5
MAX_DIFFERENCES = 3
# What an object shows whose class has no `__repr__`; a list of them shows the same again and again.
SILENT = r"<[\w.]+ object>"
SILENT_LINE = re.compile(rf"\s*{SILENT},?")
SILENT_AGAIN = re.compile(rf"({SILENT})(?:, \1)+")


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
        return SILENT_AGAIN.sub(count_silent, without_addresses(repr(value)))
    except Exception as error:
        return f"<{type(value).__name__}, whose repr raises {type(error).__name__}>"


def count_silent(found: re.Match[str]) -> str:
    """`<bowling.Frame object>, <bowling.Frame object>` → `2 × <bowling.Frame object>`"""
    return f"{found[0].count(found[1])} × {found[1]}"


def format_value(value: object) -> list[str]:
    """Return a value on one line if it fits; else a text in its lines, and a list with items packed."""
    line = one_line(value)
    if fits(line):
        return [line]
    lines = pack_value(value, VALUE_COLUMNS)
    # a part that cannot be packed; and what shows nothing of itself is counted, item by item
    if not all(map(fits, lines)) or re.search(SILENT, line):
        lines = split_value(value)
    return fold(lines, MAX_DIFFERENT_LINES)


def pack_value(value: object, columns: int) -> list[str]:
    """Return a value in lines, with as many items of a list on each as there is room for."""
    return without_addresses(pformat(value, width=columns, compact=True, sort_dicts=False)).splitlines()


def fits(line: str) -> bool:
    """True if a text is one line, and not too long."""
    return len(line) <= VALUE_COLUMNS and "\n" not in line


def split_value(value: object) -> list[str]:
    """Return a value with a line for each of its parts."""
    if type(value) is str:
        return [repr(part) for part in split_text(value)] or ["''"]
    # one column less than it needs, so that it is split
    width = min(VALUE_COLUMNS, len(one_line(value)) - 1)
    lines = without_addresses(pretty_repr(value, max_width=width)).splitlines()
    shown: list[str] = []
    # the last item has no comma behind it
    for _, group in groupby(lines, key=without_comma):
        same = list(group)
        number, line = len(same), same[-1]
        if number > 1 and SILENT_LINE.fullmatch(line):
            indent = len(line) - len(line.lstrip())
            shown.append(f"{line[:indent]}{number} × {line[indent:]}")
        else:
            shown += map(shorten, same)
    return shown


def without_comma(line: str) -> str:
    """Return a line of a list without the comma at its end."""
    return line.removesuffix(",")


def split_text(text: str) -> Iterator[str]:
    """Yield the lines of a text, and a long line in parts, which end with a word where there are words."""
    for line in text.splitlines(keepends=True):
        rest = line
        # with its quotes; the length comes first, since `repr` of a million letters takes long
        while len(rest) > VALUE_COLUMNS or len(repr(rest)) > VALUE_COLUMNS:
            # what is longer when it is written, such as a line end, only makes a part shorter
            end = VALUE_COLUMNS // 2
            while end < len(rest) and len(repr(rest[: end + 1])) <= VALUE_COLUMNS:
                end += 1
            after_a_word = rest.rfind(" ", 0, end) + 1
            end = after_a_word or end
            yield rest[:end]
            rest = rest[end:]
        if rest:
            yield rest


def shorten(line: str) -> str:
    """Return a line, or the beginning of it, and how much is left out."""
    more = len(line) - MAX_COLUMNS
    return f"{line[:MAX_COLUMNS]}… {more:,} more characters" if more > 0 else line


def fold(lines: list[str], most: int) -> list[str]:
    """Return lines, without the middle of those that are too many; it says how many are left out."""
    more = len(lines) - most + 1
    if more < 2:
        return lines
    first = most // 2
    return [*lines[:first], f"… {more:,} more lines …", *lines[first + more :]]


def format_assignment(name: str, value: object) -> list[str]:
    """Return `name = value`, as Python would read it; of a list as many items on a line as fit."""
    beginning = f"{name} = "
    text = one_line(value)
    if not fits(beginning + text):
        packed = pack_value(value, VALUE_COLUMNS - len(beginning))
        text = ("\n" + " " * len(beginning)).join(packed)
    lines = [shorten(line) for line in f"{beginning}{text}".splitlines()]
    return fold(lines, MAX_DIFFERENT_LINES)


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
    differences = 0
    for block in find_blocks(old, new):
        old_lines = old[block.old_start : block.old_end]
        if block.is_equal:
            yield from label_each("", fold(old_lines, MAX_EQUAL_LINES))
            continue
        differences += 1
        if differences > MAX_DIFFERENCES:
            yield from label_each("", ["… and more differences …"])
            return
        new_lines = new[block.new_start : block.new_end]
        yield from label_each(WANTED, fold(old_lines, MAX_DIFFERENT_LINES))
        yield from label_each(CAME, fold(new_lines, MAX_DIFFERENT_LINES))


def prefix_first(name: str, texts: list[str]) -> list[str]:
    """Return lines with `name = ` in front of the first, and the others below it."""
    indent = " " * len(name)
    return [name + text if number == 0 else indent + text for number, text in enumerate(texts)]


def label_each(label: str, texts: list[str]) -> list[str]:
    """Return each line with a label in front."""
    return [f"{label:{LABEL_COLUMNS}}{text}" for text in texts]
