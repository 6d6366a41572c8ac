"""The pages that are Markdown files: the docs, the statements of katas, the plans of a session."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from dojo.screen.markdown import Rendered, render
from dojo.story.steps import read_text
from dojo.website.addresses import DOCS, SESSIONS, Addresses, board_page, kata_page
from dojo.website.frame import Entry, Frame, first_sentence, list_page
from dojo.website.story_pages import SiteStory

FOR_SESSIONS = ("leading", "facilitating")
"""The pages of the docs for those who lead a session, by their names."""


def documents(addresses: Addresses, made: set[str]) -> dict[Path, Rendered]:
    """Return the Markdown files that are a page of their own, besides those that are made already."""
    texts = {}
    for file, path in addresses.pages.items():
        if path not in made:
            texts[file] = render(read_text(file), partial(addresses.address, path, file))
    return texts


def document_pages(
    texts: dict[Path, Rendered], frame: Frame, addresses: Addresses, actions: dict[str, tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Yield the paths and the texts of these pages; an action is a link above one of them, with its words."""
    for file, text in texts.items():
        path = addresses.pages[file]
        title = text.title or file.stem
        yield (
            path,
            frame.page("document.html", path, title, text.first, text=text, action=actions.get(path)),
        )


def entry_of(file: Path, text: Rendered, addresses: Addresses) -> Entry:
    """Return the line of a page in a list of pages."""
    return Entry(text.title or file.stem, addresses.pages[file], first_sentence(text.first))


def docs_page(texts: dict[Path, Rendered], frame: Frame, addresses: Addresses) -> str:
    """Return the list of the pages that are about the workspace."""
    entries = []
    for file, text in texts.items():
        if addresses.pages[file].startswith("docs/"):
            entries.append(entry_of(file, text, addresses))
    about = "How to take part, lead, write a story of your own, and look after the workspace."
    return list_page(frame, DOCS, "Docs", about, [("Pages", entries)])


def sessions_page(
    site_stories: list[SiteStory], texts: dict[Path, Rendered], frame: Frame, addresses: Addresses
) -> str:
    """Return the page for those who lead a session: the plans to print, the boards, and how to lead."""
    plans, boards, how = [], [], []
    for site_story in site_stories:
        boards.append(Entry(f"The board of {site_story.story.title}", board_page(site_story.story)))
        for kata in site_story.story.katas:
            statement = kata_page(site_story.story, kata)
            for file, text in texts.items():
                if file.parent == kata.folder.resolve() and addresses.pages[file] != statement:
                    plans.append(entry_of(file, text, addresses))
    for file, text in texts.items():
        if addresses.pages[file].startswith("docs/") and file.stem in FOR_SESSIONS:
            how.append(entry_of(file, text, addresses))
    about = "Plans to print, a board to project, and what to say, for a coding dojo or a class."
    groups = [("Plans", plans), ("To project", boards), ("How to lead", how)]
    return list_page(frame, SESSIONS, "Run a session", about, groups)
