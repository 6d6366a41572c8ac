"""Markdown as HTML: headings with anchors, code with its colours, links that lead where they should."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from dojo.screen.code import highlight_block

# HTML is read, so that the marks of our tables can be left out; no HTML of a file gets through
MARKDOWN = MarkdownIt("commonmark", {"highlight": highlight_block}).enable(["table"])
COMMENT = "<!--"
OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
ANCHOR_DROPS = re.compile(r"[^\w\- ]")
HTML_TOKENS = ("html_block", "html_inline")


@dataclass(frozen=True)
class Rendered:
    """A Markdown text as HTML.

    Attributes:
        html: the HTML.
        headings: the headings of the second level, each with its anchor.
        title: the first heading of the first level; empty if there is none.
        first: the first paragraph, as plain text.
    """

    html: Markup
    headings: list[tuple[str, str]]
    title: str
    first: str


def render(text: str, address: Callable[[str], str], prefix: str = "") -> Rendered:
    """Return a Markdown text as HTML.

    `address` says what a link is there, empty if it leads nowhere. Each anchor begins with `prefix`: a page
    that has names of its own keeps those of the text apart.
    """
    environment: dict[str, object] = {}
    tokens = [token for token in MARKDOWN.parse(text, environment) if not is_comment(token)]
    headings: list[tuple[str, str]] = []
    title, first = "", ""
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            words = plain(tokens[place + 1])
            place_of_heading = prefix + anchor(words)
            token.attrSet("id", place_of_heading)
            if token.tag == "h1" and not title:
                title = words
            elif token.tag == "h2":
                headings.append((words, place_of_heading))
        elif token.type == "paragraph_open" and not first:
            first = plain(tokens[place + 1])
        elif token.type == "inline":
            token.children = follow_links(token.children or [], address, prefix)
        elif token.type == "html_block":
            escape(token)
    html = MARKDOWN.renderer.render(tokens, MARKDOWN.options, environment)
    return Rendered(Markup(separate_commands(wrap_tables(html))), headings, title, first)


def anchor(heading: str) -> str:
    """Return the anchor of a heading, as hosts of git repositories make it."""
    return ANCHOR_DROPS.sub("", heading.strip().lower()).replace(" ", "-")


def is_outside(link: str) -> bool:
    """True for a link that leads to another site, or to a place of the same page."""
    return bool(OUTSIDE.match(link)) or link.startswith("#")


def is_comment(token: Token) -> bool:
    """True for a comment in HTML: our own pages mark their tables with these."""
    return token.type in HTML_TOKENS and token.content.lstrip().startswith(COMMENT)


def escape(token: Token) -> None:
    """Make the HTML, or the words of the picture, that a token has the text that it is."""
    token.type = "text"


def follow_links(children: Sequence[Token], address: Callable[[str], str], prefix: str) -> list[Token]:
    """Return the parts of a line with their links as they are on the page; what leads nowhere is no link."""
    found: list[Token] = []
    dropped = 0
    for child in children:
        if is_comment(child):
            continue
        if child.type == "html_inline":
            escape(child)
        elif child.type == "link_open":
            to = address(str(child.attrGet("href")))
            if not to:
                dropped += 1
                continue
            child.attrSet("href", f"#{prefix}{to[1:]}" if to.startswith("#") else to)
        elif child.type == "link_close" and dropped:
            dropped -= 1
            continue
        elif child.type == "image":
            to = address(str(child.attrGet("src")))
            if to:
                child.attrSet("src", to)
            else:
                # its words stand for a picture that is not there
                escape(child)
        found.append(child)
    return found


def plain(token: Token) -> str:
    """Return a heading or a paragraph as plain text."""
    words = []
    for child in token.children or []:
        words.append(" " if child.type == "softbreak" else child.content)
    return "".join(words).strip()


def separate_commands(html: str) -> str:
    """Put commands that stand side by side each on a line of its own, as in the tables of a plan."""
    return html.replace("</code> <code>make ", "</code><br><code>make ")


def wrap_tables(html: str) -> str:
    """Let a table that is wider than the page scroll by itself, by the keyboard too."""
    first, *others = html.replace("</table>", "</table></div>").split("<table>")
    parts = [first]
    for number, other in enumerate(others, 1):
        # each region has a name of its own
        region = f'<div class="wide" tabindex="0" role="region" aria-label="Table {number}">'
        parts.append(f"{region}<table>{other}")
    return "".join(parts)
