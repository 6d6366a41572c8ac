"""Code and Markdown as HTML. What somebody else wrote is escaped: none of it is ever taken for HTML."""

import html
import re
from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
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


def code_lines(code: str) -> list[Markup]:
    """Python, highlighted, line by line: a span with one letter for what the page colours, and no more."""
    tokens = PythonLexer(stripnl=False, ensurenl=False).get_tokens(code)
    whole = Markup("").join(coloured(text, letter_of(token)) for token, text in tokens)
    return [Markup(line) for line in whole.split("\n")]


def letter_of(token: Any) -> str:
    """The class of a kind of token on the page; none for most."""
    return next((letter for kind, letter in COLOURED.items() if token in kind), "")


def coloured(text: str, letter: str) -> Markup:
    """A token as HTML; the token may go over several lines, but no span does."""
    if not letter:
        return shortly(text)
    span = Markup("<span class={}>{}</span>")
    lines = [span.format(letter, shortly(line)) if line else "" for line in text.split("\n")]
    return Markup("\n").join(lines)


def shortly(text: str) -> Markup:
    """A text between tags, where a quote is a quote."""
    return Markup(html.escape(text, quote=False))


def columns(lines: Sequence[str]) -> int:
    """The width of the widest line: the page makes its letters as large as that allows."""
    texts = (html.unescape(TAG.sub("", line)) if isinstance(line, Markup) else line for line in lines)
    return max(map(len, texts), default=0)


def highlighted(code: str, language: str, _attributes: str) -> str:
    """A block of a story; an empty answer leaves it to be escaped as it is."""
    if language == "diff":
        return str(Markup("").join(map(changed_line, code.removesuffix("\n").split("\n"))))
    return "\n".join(code_lines(code)) if language == "python" else ""


def changed_line(line: str) -> Markup:
    """A line of a diff: what goes, what comes, or what stays."""
    tag = {"-": "del", "+": "ins"}.get(line[:1], "span")
    return Markup("<{0} class=line>{1}</{0}>").format(Markup(tag), line or " ")


MARKDOWN = MarkdownIt("commonmark", {"html": False, "highlight": highlighted}).disable("image")


def story(prose: str) -> Markup:
    """Markdown as HTML: headings below the page's own, Python highlighted, no HTML let through."""
    tokens = without_links(MARKDOWN.parse(prose))
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"
    return Markup(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))


def inline(text: str) -> Markup:
    """A sentence of Markdown as HTML."""
    return Markup(MARKDOWN.renderer.render(without_links(MARKDOWN.parseInline(text)), MARKDOWN.options, {}))


def without_links(tokens: list[Token]) -> list[Token]:
    """A link in a story leads to another file, but the page stands alone."""
    for token in tokens:
        token.children = [child for child in token.children or [] if not child.type.startswith("link_")]
    return tokens
