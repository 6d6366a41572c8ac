"""Where everything is on the site: the page of each Markdown file, and how one page names another."""

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

from dojo.screen.markdown import is_outside
from dojo.story.katas import STATEMENT, Kata
from dojo.story.steps import Step
from dojo.story.story import Story

FRONT = "index.html"
TERMINAL = "terminal.html"
"""The page of the README: how to have all of it on one's own machine."""
SESSIONS = "sessions.html"
DOCS = "docs/index.html"
FILES = "files"
"""The folder of files that a page links or shows as they are: pictures, starters."""


def folder_of(story: Story) -> str:
    """Return the folder of the pages of a story: two stories may have a kata of one name."""
    return f"stories/{story.name}"


def story_page(story: Story) -> str:
    """Return the path of the page that lists the steps of a story."""
    return f"{folder_of(story)}/index.html"


def step_page(story: Story, step: Step) -> str:
    """Return the path of the page of a step: the number alone, which a reader can type."""
    return f"{folder_of(story)}/{step.number}.html"


def board_page(story: Story) -> str:
    """Return the path of the board of a story."""
    return f"{folder_of(story)}/board.html"


def kata_page(story: Story, kata: Kata, file: str = STATEMENT) -> str:
    """Return the path of the statement of a kata, or of another Markdown file beside it."""
    name = kata.name if file == STATEMENT else f"{kata.name}-{Path(file).stem.lower()}"
    return f"{folder_of(story)}/katas/{name}.html"


def attempt_page(story: Story, kata: Kata) -> str:
    """Return the path of the page on which a kata is done."""
    return f"{folder_of(story)}/katas/{kata.name}/index.html"


def from_page(page: str, target: str) -> str:
    """Return the address of a path of the site, as a page of the site names it."""
    address = posixpath.relpath(target, posixpath.dirname(page) or ".")
    return quote(address)


@dataclass(frozen=True)
class Addresses:
    """Which page each Markdown file is, and which files are linked from there.

    Attributes:
        top: the folder that holds all of them.
        pages: the paths of pages, by the files that they're made of.
        linked: where the files are copied from, by their paths on the site; each is noted as it's linked.
    """

    top: Path
    pages: dict[Path, str]
    linked: dict[str, Path]

    def address(self, page: str, source: Path, link: str) -> str:
        """Return what a link of a Markdown file is on its page; empty if it leads to nothing on the site."""
        if is_outside(link):
            return link
        path, _, place = link.partition("#")
        target = (source.parent / unquote(path)).resolve()
        found = self.pages.get(target) or self.copied(target)
        if not found:
            return ""
        address = from_page(page, found)
        return f"{address}#{place}" if place else address

    def copied(self, target: Path) -> str:
        """Return the path of a file that is copied to the site; empty if there's none below the top."""
        if not target.is_file() or not target.is_relative_to(self.top):
            return ""
        path = f"{FILES}/{target.relative_to(self.top).as_posix()}"
        # a host may take .py or .fsx for something to run
        if target.suffix not in (".png", ".svg"):
            path += ".txt"
        self.linked[path] = target
        return path


def find_addresses(top: Path, stories: list[Story]) -> Addresses:
    """Return where the Markdown files of a workspace, and of its stories, are on the site."""
    top = top.resolve()
    pages = {top / "README.md": TERMINAL}
    for file in sorted(top.glob("*.md")):
        pages.setdefault(file, f"{file.stem.lower()}.html")
    for file in sorted(top.glob("docs/*.md")):
        pages[file] = f"docs/{file.stem}.html"
    for story in stories:
        for file, page in pages_of_story(story):
            # the README of a workspace that is one story is that of the workspace
            pages.setdefault(file, page)
    for file in sorted(top.glob("katas/*/*.md")):
        pages.setdefault(file, f"more/{file.parent.name}-{file.stem}.html")
    return Addresses(top, pages, {})


def pages_of_story(story: Story) -> Iterator[tuple[Path, str]]:
    """Yield the Markdown files of a story, each with its page."""
    statements = set()
    for kata in story.katas:
        folder = kata.folder.resolve()
        statements.add(folder / STATEMENT)
        for file in sorted(folder.glob("*.md")):
            yield file, kata_page(story, kata, file.name)
    overview = story.file.parent.resolve() / STATEMENT
    if overview not in statements:
        yield overview, story_page(story)
    for step in story.steps:
        yield step.readme.resolve(), step_page(story, step)
