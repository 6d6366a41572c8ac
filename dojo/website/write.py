"""`make site`: all pages, written as a whole or not at all."""

import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.files import new_folder
from dojo.screen.markdown import render
from dojo.screen.scripts import join_modules
from dojo.story.steps import read_text
from dojo.story.story import Story
from dojo.tour.board import prove_steps
from dojo.tour.contents import PICTURE
from dojo.website.addresses import (
    DOCS,
    FRONT,
    SESSIONS,
    TERMINAL,
    Addresses,
    find_addresses,
    step_page,
)
from dojo.website.document_pages import (
    KataLinks,
    docs_page,
    document_pages,
    documents,
    links_of_kata,
    sessions_page,
)
from dojo.website.frame import PAGES, Frame, site_css
from dojo.website.offline import service_worker
from dojo.website.python_files import PythonFiles, python_files
from dojo.website.story_pages import SiteStory, story_pages, to_try
from dojo.wording import count_of

MARK = ".site"
"""A file in a folder that we have written: another folder of that name isn't ours to replace."""
SCRIPTS = ("site", "search", "step")


def write_site(
    top: Path, stories: Sequence[Story], package: Path, base: str = "", repository: str = ""
) -> int:
    """Write the site of some stories into site/ below the top, and print its path; return a status.

    `package` is the folder of Pyodide; `base` is the address that the site will have, `repository` the one
    from which others clone the workspace, and both may be empty. Nothing is written while a gate is shut.
    Raises UsageError, EnvironmentProblem, CollectionError.
    """
    folder = top / "site"
    check_folder(folder)
    site_stories = []
    for story in stories:
        proven = prove_steps(story)
        if proven is None:
            print(f"{folder.name}/ was not written.", file=sys.stderr)
            return 1
        site_stories.append(SiteStory(story, proven.matrix, proven.unwritten))
    addresses = find_addresses(top, list(stories))
    frame = make_frame(top, site_stories, addresses, base, repository)
    files = make_files(top, site_stories, addresses, python_files(package, stories), frame)
    write_files(folder, files, addresses)
    print(f"{folder}: {count_of(len(files) + len(addresses.linked), 'file')}")
    return 0


def check_folder(folder: Path) -> None:
    """Raise UsageError if a folder is there that this verb has not written."""
    if folder.exists() and not (folder / MARK).is_file():
        raise UsageError(f"{folder} is not ours to write anew: rename it, or delete it")


def write_files(folder: Path, files: dict[str, bytes], addresses: Addresses) -> None:
    """Write a new folder that takes the place of the old one. Raises EnvironmentProblem."""
    old = folder.with_name(f".{folder.name}.old")
    try:
        with new_folder(folder) as draft:
            for path, content in files.items():
                file = draft / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
            for path, source in addresses.linked.items():
                file = draft / path
                file.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, file)
            shutil.rmtree(old, ignore_errors=True)
            if folder.exists():
                folder.rename(old)
        shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        # the old one stays where the new one could not take its place
        if old.exists() and not folder.exists():
            old.rename(folder)
        raise EnvironmentProblem(f"{folder.name}/ is not written: {describe_error(error)}") from None


def make_files(
    top: Path, site_stories: list[SiteStory], addresses: Addresses, python: PythonFiles, frame: Frame
) -> dict[str, bytes]:
    """Return the contents of all files of the site, by their paths."""
    texts = dict(pages(top, site_stories, frame, addresses, python))
    texts["site.css"] = site_css()
    for name in SCRIPTS:
        texts[f"{name}.js"] = join_modules(PAGES / f"{name}.mjs")
    # what a host may do with files of ours on its own, it leaves
    texts[".nojekyll"] = ""
    texts[MARK] = ""
    files = {path: text.encode() for path, text in texts.items()} | dict(python.files)
    files["sw.js"] = service_worker(files, python.folder).encode()
    return files


def make_frame(
    top: Path, site_stories: list[SiteStory], addresses: Addresses, base: str, repository: str
) -> Frame:
    """Return the frame of all pages: the title is that of the README, or that of the first story."""
    readme = top / "README.md"
    title = render(read_text(readme), lambda link: link).title if readme.is_file() else ""
    has_docs = any(path.startswith("docs/") for path in addresses.pages.values())
    return Frame(
        title or site_stories[0].story.title, with_slash(base), picture_of(addresses), has_docs, repository
    )


def with_slash(base: str) -> str:
    """Return an address with a slash at its end; an empty one stays empty."""
    return f"{base.rstrip('/')}/" if base else ""


def picture_of(addresses: Addresses) -> str:
    """Return the first picture of the README, or else of the docs; empty if there is none."""
    for file, path in addresses.pages.items():
        if path == TERMINAL or path.startswith("docs/"):
            for name in PICTURE.findall(read_text(file)):
                copied = addresses.copied((file.parent / name).resolve())
                if copied.endswith(".png"):
                    return copied
    return ""


def pages(
    top: Path, site_stories: list[SiteStory], frame: Frame, addresses: Addresses, python: PythonFiles
) -> Iterator[tuple[str, str]]:
    """Yield the paths and the texts of all pages."""
    made = {FRONT, SESSIONS, DOCS}
    for site_story in site_stories:
        for path, text in story_pages(site_story, frame, addresses, python):
            made.add(path)
            yield path, text
    texts = documents(addresses, made)
    links: dict[str, KataLinks] = {}
    for site_story in site_stories:
        for kata in site_story.story.katas:
            links |= dict(links_of_kata(site_story.story, kata, addresses))
    yield from document_pages(texts, frame, addresses, links)
    if frame.has_docs:
        yield DOCS, docs_page(texts, frame, addresses)
    # the shortest first: a beginner begins there
    by_length = sorted(site_stories, key=lambda site_story: len(site_story.replays))
    yield SESSIONS, sessions_page(by_length, texts, frame, addresses)
    readme = texts.get((top / "README.md").resolve())
    about = readme.first if readme else f"{site_stories[0].story.title}: {site_stories[0].summary}."
    yield FRONT, front_page(by_length, frame, python, about, TERMINAL if readme else "")


def front_page(
    site_stories: list[SiteStory], frame: Frame, python: PythonFiles, about: str, terminal: str
) -> str:
    """Return the page that a visitor sees first, with a red and a green of the first story, the shortest."""
    example = site_stories[0]
    replay = example.example
    more: dict[str, object] = {"replay": None}
    if replay:
        more = {
            "replay": replay,
            "example": example.story,
            "address": step_page(example.story, replay.step),
            "beginning": step_page(example.story, example.replays[0].step),
            "own": example.katas[0] if example.katas else None,
            **to_try(example, replay, FRONT, python),
        }
    read = []
    do = []
    for site_story in site_stories:
        read.append(site_story.entry)
        do += site_story.katas
    return frame.page(
        "front.html",
        FRONT,
        frame.workspace,
        about,
        read=read,
        do=do,
        terminal=terminal,
        **more,
    )
