"""What all pages of the site share: the frame, the way from one page to another, the styles."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from jinja2 import Environment
from markupsafe import Markup

from dojo.screen.code import highlight_lines
from dojo.screen.palette import css, variables
from dojo.screen.templates import template_environment
from dojo.tour.board_page import SHAPES_OF_RESULTS, groups, tally
from dojo.website.addresses import DOCS, FRONT, SESSIONS, from_page

PAGES = Path(__file__).parent / "pages"
LICENCES = "python/licences.txt"
MAX_DESCRIPTION_CHARACTERS = 160  # what is shown of a link; the rest is cut off wherever it is
SENTENCE_END = re.compile(r"(?<=[.?!]) ")
PLACES = [("Start", FRONT), ("Run a session", SESSIONS), ("Docs", DOCS)]


@dataclass(frozen=True)
class Entry:
    """A line of a list: where it leads to, and what is there."""

    title: str
    address: str
    says: str = ""


@dataclass(frozen=True)
class Frame:
    """What goes round each page.

    Attributes:
        workspace: the title of the site.
        base: the address that the site will have, with a slash at its end; empty if nobody has said it.
        picture: the path of a picture for links to the site; empty if there is none.
        has_docs: True if the workspace has pages of its own, besides those of its stories.
        repository: the address from which others clone the workspace; empty if nobody has said it.
    """

    workspace: str
    base: str = ""
    picture: str = ""
    has_docs: bool = True
    repository: str = ""

    @cached_property
    def templates(self) -> Environment:
        """The templates of the site."""
        templates = template_environment(PAGES)
        templates.filters["groups"] = groups
        templates.globals |= {"code": highlight_lines, "tally": tally, "shown": SHAPES_OF_RESULTS}
        return templates

    def page(self, template: str, path: str, title: str, description: str, **shown: object) -> str:
        """Return a page for a path of the site."""
        whole = title if title == self.workspace else f"{title} · {self.workspace}"
        return self.templates.get_template(template).render(
            path=path,
            to=partial(from_page, path),
            title=whole,
            description=shorten(description),
            workspace=self.workspace,
            places=PLACES if self.has_docs else PLACES[:-1],
            repository=self.repository,
            picture=f"{self.base}{self.picture}" if self.base and self.picture else "",
            licences=LICENCES,
            **{"script": "site.js", "runs_python": False} | shown,
        )


def shorten(text: str) -> str:
    """Return a text as what is shown of a link may have it: whole sentences or words, and no more."""
    words = " ".join(text.split())
    if len(words) <= MAX_DESCRIPTION_CHARACTERS:
        return words
    return words[: MAX_DESCRIPTION_CHARACTERS - 2].rsplit(" ", 1)[0] + " …"


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, without its full stop."""
    return SENTENCE_END.split(" ".join(text.split()), maxsplit=1)[0].rstrip(".")


def site_css() -> str:
    """Return the styles of all pages of the site."""
    template = template_environment(PAGES).get_template("site.css")
    return template.render(palette=Markup(css()), light=Markup(variables("light")))


def list_page(
    frame: Frame, path: str, title: str, description: str, entries: Sequence[tuple[str, list[Entry]]]
) -> str:
    """Return a page of links, in groups; a group without entries is left out."""
    shown = [(name, group) for name, group in entries if group]
    return frame.page("list.html", path, title, description, heading=title, groups=shown)
