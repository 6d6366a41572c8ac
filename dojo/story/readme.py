"""The README of a step, as a reader sees it: headings, paragraphs and blocks, in order."""

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

    `html` and `code` are those that a story should not have: HTML, and code without a fence.
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
    plain: bool = True
    """True if a block is fenced by three backticks at the left margin, above and below."""
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
    lines, section = prose.split("\n"), ""
    tokens = MARKDOWN.parse(prose)
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.map is None:
            continue
        first, last, line = token.map[0], token.map[1] - 1, token.map[0] + 1
        if token.type == "inline":
            heading = before if before and before.type == "heading_open" else None
            if heading and heading.tag == "h2" and not heading.level:
                section = token.content
            children = token.children or []
            found += [
                Part("html", section, line, one.content) for one in children if one.type == "html_inline"
            ]
            what, kind = ("heading", heading.tag) if heading else ("paragraph", "")
            nested, codes = token.level > 1, codes_of(token, line)
            found.append(Part(what, section, line, token.content, kind, "", nested, codes=codes))
        elif token.type == "fence":
            text, nested, is_empty = token.content.removesuffix("\n"), token.level > 0, not token.content
            plain = lines[first] == FENCE + token.info and last > first and lines[last] == FENCE
            kind, _, source = token.info.strip().partition(" ")
            found.append(Part("block", section, line, text, kind, source, nested, plain, is_empty=is_empty))
        elif token.type in ("html_block", "code_block"):
            what = "html" if token.type == "html_block" else "code"
            found.append(Part(what, section, line, token.content.strip("\n")))
    return tuple(found)


def codes_of(token: Token, line: int) -> tuple[CodeSpan, ...]:
    """The pieces of code in a paragraph, each with its line."""
    found = []
    for child in token.children or []:
        if child.type in ("softbreak", "hardbreak"):
            line += 1
        elif child.type == "code_inline":
            found.append(CodeSpan(child.content, line))
    return tuple(found)


def page_links(prose: str) -> list[CodeSpan]:
    """The targets of the links and pictures of a page, each with the line of its paragraph."""
    found = []
    for token in MARKDOWN.parse(prose):
        line = token.map[0] + 1 if token.map else 1
        for child in token.children or []:
            line += child.type in ("softbreak", "hardbreak")
            where = child.attrGet("href") or child.attrGet("src")
            if where:
                found.append(CodeSpan(str(where), line))
    return found
