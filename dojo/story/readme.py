"""The README of a step, as a reader sees it: headings, paragraphs and blocks, in order."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

HEAD_LINES = 4  # its title and its chapter, each with an empty line below
QUESTION = "**Ask the room:** "
# the words with which a README says that a refactoring changes what no test asks for
SAYS_SO = "nobody asked"
FENCE = "```"
MARKDOWN = MarkdownIt("commonmark")


class CodeSpan(NamedTuple):
    """A name, or more, that a sentence sets as code; or the target of a link."""

    text: str
    line: int


class PartType(StrEnum):
    """What a part of a README is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    # code between two fences of three backticks at the left margin
    BLOCK = "block"
    # these two are what a story should not have: HTML, and code in any other form
    HTML = "html"
    CODE = "code"


class Part(NamedTuple):
    """One part of a README, and where it is.

    Attributes:
        what: what it is.
        section: the text of the `##` heading above it.
        line: its first line, counted from 1.
        text: what is in it, without fences.
        kind: the first word after the opening fence of a block; the tag of a heading, such as `h2`.
        source: the other words after the opening fence: where the lines of a block come from.
        nested: True if it is in a list or in a quotation.
        codes: what a paragraph sets as code.
        is_empty: True if a block has no line between its fences.
    """

    what: PartType
    section: str
    line: int
    text: str
    kind: str = ""
    source: str = ""
    nested: bool = False
    codes: tuple[CodeSpan, ...] = ()
    is_empty: bool = False

    @property
    def lines(self) -> list[str]:
        return [] if self.is_empty else self.text.split("\n")


@cache
def readme_parts(prose: str) -> tuple[Part, ...]:
    """Return the parts of a README, in order."""
    found: list[Part] = []
    lines = prose.split("\n")
    section, heading = "", ""
    for token in MARKDOWN.parse(prose):
        first, _ = token.map or (0, 0)
        if token.type == "heading_open":
            heading = token.tag
        elif token.type == "heading_close":
            heading = ""
        elif token.type == "inline":
            if heading == "h2":
                section = token.content
            found += read_sentences(token, section, heading)
        elif token.type == "fence":
            found.append(read_fence(token, section, lines))
        elif token.type in ("html_block", "code_block"):
            what = PartType.HTML if token.type == "html_block" else PartType.CODE
            found.append(Part(what, section, first + 1, token.content.strip("\n")))
    return tuple(found)


def read_sentences(token: Token, section: str, heading: str) -> Iterator[Part]:
    """Yield the HTML in a heading or a paragraph, and then the heading or the paragraph itself."""
    first, _ = token.map or (0, 0)
    codes: list[CodeSpan] = []
    for child, line in children_of(token):
        if child.type == "html_inline":
            yield Part(PartType.HTML, section, line, child.content)
        elif child.type == "code_inline":
            codes.append(CodeSpan(child.content, line))
    what = PartType.HEADING if heading else PartType.PARAGRAPH
    is_nested = token.level > 1
    yield Part(what, section, first + 1, token.content, heading, nested=is_nested, codes=tuple(codes))


def read_fence(token: Token, section: str, lines: Sequence[str]) -> Part:
    """Return fenced code: a block, if its fences are as ours are."""
    first, end = token.map or (0, 0)
    line = first + 1
    text = token.content
    opens = lines[first] == FENCE + token.info
    # Markdown also lets the end of the page close a fence
    closes = end > line and lines[end - 1] == FENCE
    what = PartType.BLOCK if opens and closes else PartType.CODE
    kind, _, source = token.info.strip().partition(" ")
    return Part(what, section, line, text.removesuffix("\n"), kind, source, is_empty=not text)


def children_of(paragraph: Token) -> Iterator[tuple[Token, int]]:
    """Yield what is in a paragraph, each with its line."""
    line = paragraph.map[0] + 1 if paragraph.map else 1
    for child in paragraph.children or []:
        if child.type in ("softbreak", "hardbreak"):
            line += 1
        yield child, line


def page_links(prose: str) -> list[CodeSpan]:
    """Return the targets of the links and pictures of a page, each with its line."""
    links = []
    for token in MARKDOWN.parse(prose):
        for child, line in children_of(token):
            target = child.attrGet("href") or child.attrGet("src")
            if target:
                links.append(CodeSpan(str(target), line))
    return links
