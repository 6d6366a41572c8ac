"""A change as the pages draw it: what went, what came, some lines around it, and the rest folded."""

import difflib
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from dojo.pages.code import highlight

TOO_LONG = 100_000
"""Bytes of a file that nobody compares by eye."""
Drawn = Callable[[Sequence[str]], Sequence[Markup]]
"""Draws lines as HTML, each for itself."""
CONTEXT = 3
"""Lines around a change that are not folded, as in a patch."""


class Block(NamedTuple):
    """Lines that belong together in a diff: `same`, `gone` or `new`; numbers count from 0 in old and new."""

    kind: str
    old: range
    new: range


class DiffLine(NamedTuple):
    """A line of a diff: its kind, its sign, and its code, highlighted."""

    kind: str
    sign: str
    code: Markup


class Fold(NamedTuple):
    """Lines of a diff, shown or folded away; or only how many were left out."""

    folded: bool
    rows: list[DiffLine]
    left_out: int = 0


def is_drawn(content: bytes) -> bool:
    """True if it is text, and short enough to be read."""
    return b"\0" not in content and len(content) <= TOO_LONG


def fold_diff(before: Sequence[str], after: Sequence[str], drawn: Drawn = highlight) -> list[Fold]:
    """The change from some lines to others: what changed, some lines around it, and the rest folded.

    `drawn` gives the lines as HTML; without it they are Python.
    """
    old, new = drawn(before), drawn(after)
    rows = [row for block in diff_blocks(before, after) for row in rows_of(block, old, new)]
    changed = [number for number, row in enumerate(rows) if row.kind != "same"]
    near = {n for number in changed for n in range(number - CONTEXT, number + CONTEXT + 1)}
    numbered = groupby(enumerate(rows), key=lambda pair: pair[0] not in near)
    return [Fold(folded, [row for _, row in group]) for folded, group in numbered]


def strip_rows(fold: Fold) -> Fold:
    """A fold without the lines that nobody would see at first."""
    return Fold(True, [], fold.left_out or len(fold.rows)) if fold.folded else fold


def rows_of(block: Block, old: Sequence[Markup], new: Sequence[Markup]) -> Iterator[DiffLine]:
    """The lines of one block of a diff."""
    if block.kind == "gone":
        yield from (DiffLine("gone", "-", old[number]) for number in block.old)
    else:
        sign = "+" if block.kind == "new" else " "
        yield from (DiffLine(block.kind, sign, new[number]) for number in block.new)


def diff_blocks(old: Sequence[str], new: Sequence[str]) -> list[Block]:
    """From some lines to others, block by block."""
    blocks = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, old, new).get_opcodes():
        if kind == "equal":
            blocks.append(Block("same", range(a, b), range(c, d)))
        else:
            blocks += [Block("gone", range(a, b), range(c, c))] if b > a else []
            blocks += [Block("new", range(b, b), range(c, d))] if d > c else []
    return blocks
