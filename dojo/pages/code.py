"""Code as HTML, line by line. All text is escaped: none of it is ever taken for HTML."""

import html
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import pygments  # type: ignore[import-untyped]
from markupsafe import Markup
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]
from pygments.lexers import PythonLexer  # type: ignore[import-untyped]
from pygments.token import Token as Code  # type: ignore[import-untyped]

COLOURED = {
    Code.Operator.Word: Code.Keyword,
    Code.Name.Class: Code.Name.Function,
    Code.Name.Decorator: Code.Name.Function,
} | {
    kind: kind
    for kind in (Code.Keyword, Code.Literal.String, Code.Literal.Number, Code.Comment, Code.Name.Function)
}
"""The kinds of tokens that a page colours, and the kind whose colour each has."""
TAG = re.compile(r"<[^>]*>")


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
    return next((colour for kind, colour in COLOURED.items() if token in kind), Code.Text)


def escape_text(text: str) -> str:
    """A text between tags, where a quote is a quote; escaped."""
    return html.escape(text, quote=False)


def widest_line(lines: Sequence[str]) -> int:
    """The width of the widest line: the page makes its letters as large as that allows."""
    texts = (html.unescape(TAG.sub("", line)) if isinstance(line, Markup) else line for line in lines)
    return max(map(len, texts), default=0)
