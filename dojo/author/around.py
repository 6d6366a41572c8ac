"""The texts around a story that mention its steps: what is certain is changed, the rest is pointed out."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from dojo.author.marks import mentioned
from dojo.author.numbers import MENTION, Renumbering
from dojo.gate.files import DROPPED
from dojo.story.story import FILE, Story
from dojo.story.workspace import Workspace

PROSE = ".md"
LOOKED_AT = {PROSE, ".py", ".json", ".toml", ".txt", ".in"}
NOBODYS = {"attempts", "dojo"}
"""Folders that mention no step, or only as an example."""
NAMED = re.compile(r"\bSTORY=['\"]?([\w./~-]*\w)")


def texts(folder: Path) -> Iterator[Path]:
    """The texts in a folder and below it, except those of stories that lie below."""
    for place, folders, names in os.walk(folder):
        below = [Path(place) / name for name in sorted(folders) if not is_nobodys(name)]
        folders[:] = [one.name for one in below if not (one / FILE).is_file()]
        files = [Path(place) / name for name in sorted(names) if not is_nobodys(name)]
        yield from (file for file in files if file.suffix in LOOKED_AT and not file.is_symlink())


def is_nobodys(name: str) -> bool:
    """Is a file or a folder hidden, left behind by a tool, or not to be looked at?"""
    return name in NOBODYS or name.startswith(".") or bool(DROPPED.fullmatch(name))


def around(story: Story, workspace: Workspace) -> Iterator[tuple[Path, str]]:
    """The texts of the workspace, and of the place where the story lies, if they can be read."""
    for top in dict.fromkeys([workspace.top, story.top]):
        for file in texts(top):
            with suppress(OSError, UnicodeDecodeError):
                yield file, file.read_bytes().decode()


def renumbered_around(file: Path, old: str, by: Renumbering, workspace: Workspace) -> tuple[str, list[int]]:
    """Such a text after the move, and the lines to look at."""
    if file.suffix != PROSE:
        return old, left(file, old, by, workspace)
    new, look = "", []
    for paragraph in re.split(r"(\n\n+)", old):
        changed = renumbered_paragraph(file, paragraph, by, workspace)
        if changed == paragraph and may_be_of(by.story, paragraph, workspace):
            look += [new.count("\n") + number for number in by.left(paragraph)]
        new += changed
    return new, look


def renumbered_paragraph(file: Path, text: str, by: Renumbering, workspace: Workspace) -> str:
    """A paragraph after the move; if it is about another story, only the paths that lead to ours change."""
    if is_about(by.story, text, workspace):
        return by.text(text)

    def ours(found: re.Match[str]) -> str:
        is_ours = found["folder"] and leads_to(file, found["path"], by.story, workspace.top)
        return by.mention(found) if is_ours else found[0]

    return MENTION.sub(ours, text)


def is_about(story: Story, text: str, workspace: Workspace) -> bool:
    """Are the steps of a paragraph ours? It names no other story; and it names ours, or ours is the first."""
    named = NAMED.findall(text)
    others = [re.escape(one.name) for one in workspace.stories if one != story]
    if others and re.search(rf"\b(?:{'|'.join(others)})\b", text):
        return False
    ours = {story.name, story.shown(story.file.parent)}
    return set(named) <= ours and (story == workspace.stories[0] or bool(named))


def leads_to(file: Path, path: str, story: Story, top: Path) -> bool:
    """Does a path lead to the folder of the steps, as seen from the file or from the top?"""
    return bool(path) and story.folder in [(start / path).resolve() for start in (file.parent, top)]


def may_be_of(story: Story, text: str, workspace: Workspace) -> bool:
    """May the steps that a text mentions be those of the story?"""
    named = (f"STORY={story.name}", f"{story.shown(story.file.parent)}/")
    return story == workspace.stories[0] or any(name in text for name in named)


def left(file: Path, text: str, by: Renumbering, workspace: Workspace) -> list[int]:
    """The lines of a file that is not prose on which it mentions a step that moves."""
    if file.suffix == ".py" and by.story == workspace.stories[0]:
        with suppress(SyntaxError):
            return mentioned(text, by)
    lines = text.split("\n")
    return [number for number in by.left(text) if may_be_of(by.story, lines[number - 1], workspace)]
