"""Markdown as HTML. What somebody else wrote is escaped: none of it is ever taken for HTML."""

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from dojo.pages.code import highlight_lines


def highlighted(code: str, language: str, _attributes: str) -> str:
    """A block of a story; an empty answer leaves it to be escaped as it is."""
    if language == "diff":
        return str(Markup("").join(map(changed_line, code.removesuffix("\n").split("\n"))))
    return "\n".join(highlight_lines(code)) if language == "python" else ""


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
