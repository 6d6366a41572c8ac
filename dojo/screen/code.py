"""Code and its changes as HTML, line by line. All text is escaped: none of it is ever taken for HTML."""

import html
import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, NamedTuple

import pygments  # type: ignore[import-untyped]
from markupsafe import Markup
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]
from pygments.lexers import PythonLexer  # type: ignore[import-untyped]
from pygments.token import Token as Code  # type: ignore[import-untyped]

from dojo.diff import find_blocks

COLOURED = (Code.Keyword, Code.Literal.String, Code.Literal.Number, Code.Comment, Code.Name.Function)
"""The kinds of tokens that a page colours, and those that look like one of them."""
ALIKE = {Code.Operator.Word: Code.Keyword} | dict.fromkeys(
    (Code.Name.Class, Code.Name.Decorator), COLOURED[-1]
)


def highlight(lines: Sequence[str]) -> tuple[Markup, ...]:
    """Lines of Python, highlighted: as many as there were, so that a diff can count them."""
    return highlight_lines("\n".join(lines)) if lines else ()


@lru_cache(maxsize=200)
def highlight_lines(code: str) -> tuple[Markup, ...]:
    """Python, highlighted, line by line: a span for what the page colours, and no more."""
    lexer = PythonLexer(stripnl=False, ensurenl=False)
    tokens = ((colour_of_token(token), text) for token, text in lexer.get_tokens(f"{code}\n"))
    whole = pygments.format(tokens, HtmlFormatter(nowrap=True))
    return tuple(map(Markup, whole.split("\n")[:-1]))


@cache
def colour_of_token(token: Any) -> Any:
    return next((kind for kind in COLOURED if ALIKE.get(token, token) in kind), Code.Text)


def widest_line(lines: Sequence[str]) -> int:
    """The width of the widest line: the page makes its letters as large as that allows."""
    texts = (
        html.unescape(re.sub(r"<[^>]*>", "", line)) if isinstance(line, Markup) else line for line in lines
    )
    return max(map(len, texts), default=0)


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
    """True if it is text, and short enough to be compared by eye."""
    return b"\0" not in content and len(content) <= 100_000


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
    for block in find_blocks(before, after):
        new_codes = new[block.new_start : block.new_end]
        if block.is_equal:
            rows += [DiffLine("same", " ", code) for code in new_codes]
        else:
            rows += [DiffLine("gone", "-", code) for code in old[block.old_start : block.old_end]]
            rows += [DiffLine("new", "+", code) for code in new_codes]
    changed = [number for number, row in enumerate(rows) if row.kind != "same"]
    near = {n for number in changed for n in range(number - 3, number + 4)}  # as in a patch
    numbered = groupby(enumerate(rows), key=lambda pair: pair[0] not in near)
    return [Fold(folded, [row for _, row in group]) for folded, group in numbered]


def strip_rows(fold: Fold) -> Fold:
    """A fold without the lines that nobody would see at first."""
    return Fold(True, [], fold.left_out or len(fold.rows)) if fold.folded else fold
