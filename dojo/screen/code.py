"""Code and its changes as HTML, line by line. All text is escaped: none of it is ever taken for HTML."""

import html
import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple, Protocol

import pygments  # type: ignore[import-untyped]
from markupsafe import Markup
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]
from pygments.lexers import PythonLexer  # type: ignore[import-untyped]
from pygments.token import Token as Code  # type: ignore[import-untyped]

from dojo.diff import find_blocks


class TokenKind(Protocol):
    """A kind of tokens, as Pygments has it: a narrower kind is in it."""

    def __contains__(self, kind: object) -> bool: ...

    def __hash__(self) -> int: ...


# The kinds of tokens that a page colours, and those that look like one of them.
COLOURED: tuple[TokenKind, ...] = (
    Code.Keyword,
    Code.Literal.String,
    Code.Literal.Number,
    Code.Comment,
    Code.Name.Function,
)
ALIKE: dict[TokenKind, TokenKind] = {
    Code.Operator.Word: Code.Keyword,
    Code.Name.Class: Code.Name.Function,
    Code.Name.Decorator: Code.Name.Function,
}
CONTEXT_LINES = 3  # round a change, as in a patch
MAX_DRAWN_BYTES = 100_000  # of a file that is compared by eye


class LineKind(StrEnum):
    """What a line of a diff is."""

    SAME = "same"
    GONE = "gone"
    NEW = "new"


def highlight(lines: Sequence[str]) -> tuple[Markup, ...]:
    """Highlight lines of Python: as many as there were, so that a diff can count them."""
    return highlight_lines("\n".join(lines)) if lines else ()


# a site draws the code of each step several times; a room draws new code for hours, and cannot keep it all
@lru_cache(maxsize=1000)
def highlight_lines(code: str) -> tuple[Markup, ...]:
    """Highlight Python, line by line: a span for what the page colours, and no more."""
    lexer = PythonLexer(stripnl=False, ensurenl=False)
    tokens = [(colour_of_token(token), text) for token, text in lexer.get_tokens(f"{code}\n")]
    whole = pygments.format(tokens, HtmlFormatter(nowrap=True))
    return tuple(map(Markup, whole.split("\n")[:-1]))


def highlight_block(code: str, language: str, _attributes: str) -> str:
    """Return a block of a story as HTML; an empty answer leaves it to be escaped as it is."""
    if language == "python":
        return "\n".join(highlight_lines(code))
    if language != "diff":
        return ""
    html = Markup()
    for line in code.removesuffix("\n").split("\n"):
        tag = {"-": "del", "+": "ins"}.get(line[:1], "span")
        html += Markup("<{0} class=line>{1}</{0}>").format(Markup(tag), line or " ")
    # as a text that needs no escaping, it would escape what the renderer puts round it
    return str(html)


@cache
def colour_of_token(token: TokenKind) -> TokenKind:
    """Return the kind of tokens that a token is coloured like; plain text for most."""
    for kind in COLOURED:
        if ALIKE.get(token, token) in kind:
            return kind
    plain_text: TokenKind = Code.Text
    return plain_text


def widest_line(lines: Sequence[str]) -> int:
    """Return the columns of the widest line: the page makes its letters as large as that allows."""
    widest = 0
    for line in lines:
        text = html.unescape(re.sub(r"<[^>]*>", "", line)) if isinstance(line, Markup) else line
        widest = max(widest, len(text))
    return widest


class DiffLine(NamedTuple):
    """A line of a diff: what it is, its sign, and its code, highlighted."""

    kind: LineKind
    sign: str
    code: Markup


class Fold(NamedTuple):
    """Lines of a diff, shown or folded away; or only how many were left out.

    Attributes:
        folded: True if they are folded away.
        rows: the lines; none if they were left out.
        left_out: how many were left out.
        start: how many lines of the new text are before them.
    """

    folded: bool
    rows: list[DiffLine]
    left_out: int = 0
    start: int = 0


def is_drawn(content: bytes) -> bool:
    """True if it is text, and short enough to be compared by eye."""
    return b"\0" not in content and len(content) <= MAX_DRAWN_BYTES


def fold_diff(
    before: Sequence[str],
    after: Sequence[str],
    drawn: Callable[[Sequence[str]], Sequence[Markup]] = highlight,
) -> list[Fold]:
    """Return the change from some lines to others: what changed, some lines around it, and the rest folded.

    `drawn` returns the lines as HTML, each for itself; without it they are Python.
    """
    old, new = drawn(before), drawn(after)
    rows: list[DiffLine] = []
    for block in find_blocks(before, after):
        old_codes = old[block.old_start : block.old_end]
        new_codes = new[block.new_start : block.new_end]
        if block.is_equal:
            rows += [DiffLine(LineKind.SAME, " ", code) for code in new_codes]
        else:
            rows += [DiffLine(LineKind.GONE, "-", code) for code in old_codes]
            rows += [DiffLine(LineKind.NEW, "+", code) for code in new_codes]
    return fold_rows(rows)


def fold_rows(rows: Sequence[DiffLine]) -> list[Fold]:
    """Return the lines of a diff in folds, which are open where something changes and around it."""
    near: set[int] = set()
    for number, row in enumerate(rows):
        if row.kind != LineKind.SAME:
            near.update(range(number - CONTEXT_LINES, number + CONTEXT_LINES + 1))
    folds: list[Fold] = []
    new_lines = 0
    for number, row in enumerate(rows):
        is_folded = number not in near
        if not folds or folds[-1].folded != is_folded:
            folds.append(Fold(is_folded, [], start=new_lines))
        folds[-1].rows.append(row)
        if row.kind != LineKind.GONE:
            new_lines += 1
    return folds


def without_colours(code: Markup) -> Markup:
    """Return code without the spans that colour it; it stays escaped."""
    return Markup(re.sub(r"<[^>]*>", "", code))


def strip_rows(fold: Fold) -> Fold:
    """Return a fold without the lines that are not seen at first."""
    return Fold(True, [], fold.left_out or len(fold.rows)) if fold.folded else fold
