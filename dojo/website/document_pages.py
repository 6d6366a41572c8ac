"""The pages that are Markdown files: the docs, the statements of katas, the plans of a session."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from dojo.screen.markdown import Rendered, render
from dojo.story.katas import Kata
from dojo.story.steps import read_text
from dojo.story.story import Story
from dojo.website.addresses import DOCS, SESSIONS, TERMINAL, Addresses, attempt_page, board_page, kata_page
from dojo.website.frame import Entry, Frame, first_sentence, list_page
from dojo.website.story_pages import SiteStory

FOR_SESSIONS = ("leading", "facilitating")
"""The pages of the docs for those who lead a session, by their names."""
DOCS_BY_READER = {
    "Do a kata": ("start-here", "participating", "proving"),
    "Lead a session": FOR_SESSIONS,
    "Set it up": ("setup", "site"),
    "Write a story": ("tutorial", "authoring", "authoring-reference"),
    "The workspace": ("laws", "speed", "internals"),
}
"""The pages of the docs for each reader, by their names, in the order in which they are read."""
OTHER_DOCS = "More"
IN_A_BROWSER = "For pairs who can't install anything"


@dataclass(frozen=True)
class KataLinks:
    """Where a page that is about a kata leads to.

    Attributes:
        attempt: the page on which the kata is done.
        board: the board of its story.
        is_statement: True if the page is the statement; else it tells how to lead a session, for example.
    """

    attempt: str
    board: str
    is_statement: bool


def links_of_kata(story: Story, kata: Kata, addresses: Addresses) -> Iterator[tuple[str, KataLinks]]:
    """Yield the paths of the pages that are about a kata, each with where it leads to."""
    statement = kata_page(story, kata)
    for file, path in addresses.pages.items():
        if file.parent == kata.folder.resolve():
            yield path, KataLinks(attempt_page(story, kata), board_page(story), path == statement)


def documents(addresses: Addresses, made: set[str]) -> dict[Path, Rendered]:
    """Return the Markdown files that are a page of their own, besides those that are made already."""
    texts = {}
    for file, path in addresses.pages.items():
        if path not in made:
            texts[file] = render(read_text(file), partial(addresses.address, path, file))
    return texts


def document_pages(
    texts: dict[Path, Rendered], frame: Frame, addresses: Addresses, links: dict[str, KataLinks]
) -> Iterator[tuple[str, str]]:
    """Yield the paths and the texts of these pages; above those about a kata are links to it."""
    for file, text in texts.items():
        path = addresses.pages[file]
        title = text.title or file.stem
        yield (
            path,
            frame.page(
                "document.html", path, title, text.first, text=text, kata=links.get(path), terminal=TERMINAL
            ),
        )


def entry_of(file: Path, text: Rendered, addresses: Addresses) -> Entry:
    """Return the line of a page in a list of pages."""
    return Entry(text.title or file.stem, addresses.pages[file], first_sentence(text.first))


def entries_of_docs(texts: dict[Path, Rendered], addresses: Addresses) -> dict[str, Entry]:
    """Return the lines of the pages that are about the workspace, by their names."""
    entries = {}
    for file, text in texts.items():
        if addresses.pages[file].startswith("docs/"):
            entries[file.stem] = entry_of(file, text, addresses)
    return entries


def docs_page(texts: dict[Path, Rendered], frame: Frame, addresses: Addresses) -> str:
    """Return the list of the pages that are about the workspace."""
    entries = entries_of_docs(texts, addresses)
    groups = []
    for reader, names in DOCS_BY_READER.items():
        groups.append((reader, [entries.pop(name) for name in names if name in entries]))
    # another workspace has pages that we don't know
    groups.append((OTHER_DOCS, list(entries.values())))
    about = "How to take part, lead, write a story of your own, and look after the workspace."
    return list_page(frame, DOCS, "Docs", about, groups)


def sessions_page(
    site_stories: list[SiteStory], texts: dict[Path, Rendered], frame: Frame, addresses: Addresses
) -> str:
    """Return the page for those who lead a session: plans, boards, katas for a browser, and how to lead."""
    plans, boards, katas = [], [], []
    for site_story in site_stories:
        boards.append(Entry(f"The board of {site_story.story.title}", board_page(site_story.story)))
        for kata in site_story.story.katas:
            statement = kata_page(site_story.story, kata)
            katas.append(Entry(kata.title, attempt_page(site_story.story, kata)))
            for file, text in texts.items():
                if file.parent == kata.folder.resolve() and addresses.pages[file] != statement:
                    plans.append(entry_of(file, text, addresses))
    docs = entries_of_docs(texts, addresses)
    how = [docs[name] for name in FOR_SESSIONS if name in docs]
    about = (
        "Plans to print, a board to project, and what to say, for a coding dojo or a class. "
        "Is it your first session? Take the first plan."
    )
    groups = [("Plans", plans), ("To project", boards), (IN_A_BROWSER, katas), ("How to lead", how)]
    return list_page(frame, SESSIONS, "Run a session", about, groups)
