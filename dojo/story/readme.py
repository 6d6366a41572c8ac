"""The README of a step, as a reader sees it: headings, paragraphs and blocks, in order."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

QUESTION = "**Ask the room:** "
SAYS_SO = "nobody asked"
"""The words with which a README says that a refactoring changes what no test asks for."""
FENCE = "```"
MARKDOWN = MarkdownIt("commonmark")


class CodeSpan(NamedTuple):
    """A name, or more, that a sentence sets as code."""

    text: str
    line: int


class Part(NamedTuple):
    """One of them: what it is, the `##` heading above it, and where it stands.

    `html` and `code` are those that a story should not have: HTML, and code that is not fenced by three
    backticks at the left margin, above and below.
    """

    what: str
    """`heading`, `paragraph`, `block`, `html` or `code`."""
    section: str
    line: int
    text: str
    kind: str = ""
    """The first word behind the fence of a block; the signs of a heading."""
    source: str = ""
    """The other words behind the fence: where the lines of a block come from."""
    nested: bool = False
    """True if it stands in a list or in a quotation."""
    codes: tuple[CodeSpan, ...] = ()
    is_empty: bool = False
    """True if a block has no line between its fences."""

    @property
    def lines(self) -> list[str]:
        return [] if self.is_empty else self.text.split("\n")


@cache
def readme_parts(prose: str) -> tuple[Part, ...]:
    """The parts of a README, in order; lines count from 1."""
    found: list[Part] = []
    lines, section, heading = prose.split("\n"), "", ""
    for token in MARKDOWN.parse(prose):
        first, end = token.map or (0, 0)
        line, text = first + 1, token.content
        if token.type in ("heading_open", "heading_close"):
            heading = token.tag if token.type == "heading_open" else ""
        elif token.type == "inline":
            section = text if heading == "h2" else section
            what, inside = "heading" if heading else "paragraph", [*children_of(token)]
            html = [(line, child.content) for child, line in inside if child.type == "html_inline"]
            found += [Part("html", section, *place) for place in html]
            codes = [CodeSpan(one.content, line) for one, line in inside if one.type == "code_inline"]
            part = Part(what, section, line, text, heading, nested=token.level > 1, codes=tuple(codes))
            found.append(part)
        elif token.type == "fence":
            plain = lines[first] == FENCE + token.info and end > line and lines[end - 1] == FENCE
            kind, _, source = token.info.strip().partition(" ")
            what = "block" if plain else "code"
            block = Part(what, section, line, text.removesuffix("\n"), kind, source, is_empty=not text)
            found.append(block)
        elif token.type in ("html_block", "code_block"):
            what = "html" if token.type == "html_block" else "code"
            found.append(Part(what, section, line, text.strip("\n")))
    return tuple(found)


def children_of(paragraph: Token) -> Iterator[tuple[Token, int]]:
    """What stands in a paragraph, each with its line."""
    line = paragraph.map[0] + 1 if paragraph.map else 1
    for child in paragraph.children or []:
        line += child.type in ("softbreak", "hardbreak")
        yield child, line


def page_links(prose: str) -> list[CodeSpan]:
    """The targets of the links and pictures of a page, each with its line."""
    inside = [one for token in MARKDOWN.parse(prose) for one in children_of(token)]
    targets = [(child.attrGet("href") or child.attrGet("src"), line) for child, line in inside]
    return [CodeSpan(str(target), line) for target, line in targets if target]
