"""A change as the pages draw it: what went, what came, some lines around it, and the rest folded."""

from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from dojo.pages.code import highlight

TOO_LONG = 100_000
"""Bytes of a file that nobody compares by eye."""
CONTEXT = 3
"""Lines around a change that are not folded, as in a patch."""


class DiffLine(NamedTuple):
    """A line of a diff: `same`, `gone` or `new`, its sign, and its code, highlighted."""

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


def fold_diff(
    before: Sequence[str],
    after: Sequence[str],
    drawn: Callable[[Sequence[str]], Sequence[Markup]] = highlight,
) -> list[Fold]:
    """The change from some lines to others: what changed, some lines around it, and the rest folded.

    `drawn` gives the lines as HTML, each for itself; without it they are Python.
    """
    old, new = drawn(before), drawn(after)
    rows: list[DiffLine] = []
    for kind, a, b, c, d in SequenceMatcher(None, before, after).get_opcodes():
        if kind == "equal":
            rows += [DiffLine("same", " ", code) for code in new[c:d]]
        else:
            rows += [DiffLine("gone", "-", code) for code in old[a:b]]
            rows += [DiffLine("new", "+", code) for code in new[c:d]]
    changed = [number for number, row in enumerate(rows) if row.kind != "same"]
    near = {n for number in changed for n in range(number - CONTEXT, number + CONTEXT + 1)}
    numbered = groupby(enumerate(rows), key=lambda pair: pair[0] not in near)
    return [Fold(folded, [row for _, row in group]) for folded, group in numbered]


def strip_rows(fold: Fold) -> Fold:
    """A fold without the lines that nobody would see at first."""
    return Fold(True, [], fold.left_out or len(fold.rows)) if fold.folded else fold
