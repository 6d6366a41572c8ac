"""Code as HTML, line by line. What somebody else wrote is escaped: none of it is ever taken for HTML."""

import html
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from markupsafe import Markup
from pygments.lexers import PythonLexer  # type: ignore[import-untyped]
from pygments.token import Token as Code  # type: ignore[import-untyped]

COLOURED = {
    Code.Keyword: "k",
    Code.Operator.Word: "k",
    Code.Literal.String: "s",
    Code.Literal.Number: "m",
    Code.Comment: "c",
    Code.Name.Function: "f",
    Code.Name.Class: "f",
    Code.Name.Decorator: "f",
}
"""The classes of the page for kinds of tokens: one letter, because there are so many."""
TAG = re.compile(r"<[^>]*>")


def highlight(lines: Sequence[str]) -> tuple[Markup, ...]:
    """Lines of Python, highlighted: as many as there were, so that a diff can count them."""
    return highlight_text("\n".join(lines)) if lines else ()


@lru_cache(maxsize=200)
def highlight_text(code: str) -> tuple[Markup, ...]:
    """The same, kept: most code is shown several times."""
    return tuple(highlight_lines(code))


def highlight_lines(code: str) -> list[Markup]:
    """Python, highlighted, line by line: a span with one letter for what the page colours, and no more."""
    tokens = PythonLexer(stripnl=False, ensurenl=False).get_tokens(code)
    whole = "".join(colour_token(text, letter_of(token)) for token, text in tokens)
    return [Markup(line) for line in whole.split("\n")]


@cache
def letter_of(token: Any) -> str:
    """The class of a kind of token on the page; none for most."""
    return next((letter for kind, letter in COLOURED.items() if token in kind), "")


def colour_token(text: str, letter: str) -> str:
    """A token as HTML; the token may go over several lines, but no span does."""
    if not letter:
        return escape_text(text)
    lines = (f"<span class={letter}>{escape_text(line)}</span>" if line else "" for line in text.split("\n"))
    return "\n".join(lines)


def escape_text(text: str) -> str:
    """A text between tags, where a quote is a quote; escaped."""
    return html.escape(text, quote=False)


def widest_line(lines: Sequence[str]) -> int:
    """The width of the widest line: the page makes its letters as large as that allows."""
    texts = (html.unescape(TAG.sub("", line)) if isinstance(line, Markup) else line for line in lines)
    return max(map(len, texts), default=0)
