"""What a workspace remembers and cannot work out again: it is in `.dojo/`, which is no cache."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from dojo.files import atomic_write, hide_from_git
from dojo.story.workspace import CACHE

FOLDER = ".dojo"
VISITED, AUTHORED, UNDO = "visited", "authored", "undo-{}"
# Where earlier versions kept it, in `.cache/`: a folder for each kind, with a file for each answer.
OLD_VISITED, OLD_AUTHORED, OLD_UNDO = "visits", "authored", "undo"


class StepsChange(NamedTuple):
    """The texts of a story before and after its steps changed, by their files: enough to take that back."""

    before: Mapping[Path, str]
    after: Mapping[Path, str]


class WorkspaceState:
    """The memory of one workspace, a file of JSON for each thing.

    Where nothing can be written, nothing is remembered: that stops no verb.
    """

    def __init__(self, top: Path) -> None:
        self.top = top
        self.folder = top / FOLDER
        if not self.folder.exists():
            self.take_over_old_state()

    def visited_stories(self) -> list[Path]:
        """Return the folders of the stories elsewhere of which attempts were begun here."""
        folders = self.read(VISITED)
        if not isinstance(folders, list):
            return []
        return [Path(folder) for folder in folders]

    def add_visited_story(self, folder: Path) -> None:
        """Remember the folder of a story elsewhere."""
        known = self.visited_stories()
        if folder not in known:
            self.write(VISITED, [str(path) for path in [*known, folder]])

    def authored_story(self) -> Path | None:
        """Return the folder of the story that an author made or named last."""
        folder = self.read(AUTHORED)
        return Path(folder) if isinstance(folder, str) else None

    def remember_authored_story(self, folder: Path) -> None:
        """Remember the folder of the story that an author made or named."""
        self.write(AUTHORED, str(folder))

    def last_change(self, story: str) -> StepsChange | None:
        """Return the last change of a story's steps; None if there was none, or if it was taken back."""
        match self.read(UNDO.format(story)):
            case [dict(before), dict(after)]:
                return StepsChange(by_path(before), by_path(after))
        return None

    def keep_last_change(self, story: str, change: StepsChange) -> None:
        """Keep the last change of a story's steps."""
        self.write(UNDO.format(story), [by_text(change.before), by_text(change.after)])

    def forget_last_change(self, story: str) -> None:
        """Forget the last change of a story's steps: it was taken back."""
        self.write(UNDO.format(story), None)

    def read(self, name: str) -> object:
        """Return what a file has; None if there is none, or if it cannot be read."""
        found: object = None
        with suppress(OSError, ValueError):
            found = json.loads((self.folder / f"{name}.json").read_text(encoding="utf-8"))
        return found

    def write(self, name: str, value: object) -> None:
        """Write a file, whole or not at all."""
        with suppress(OSError):
            self.folder.mkdir(exist_ok=True)
            hide_from_git(self.folder)
            atomic_write(self.folder / f"{name}.json", json.dumps(value))

    def take_over_old_state(self) -> None:
        """Write what an earlier version kept in `.cache/`, once."""
        cache = self.top / CACHE
        for file in sorted(cache.glob(f"{OLD_VISITED}/*.json")):
            folder = read_old_answer(file)
            if isinstance(folder, str):
                self.add_visited_story(Path(folder))
        for file in cache.glob(f"{OLD_AUTHORED}/last.json"):
            self.write(AUTHORED, read_old_answer(file))
        for file in cache.glob(f"{OLD_UNDO}/*.json"):
            self.write(UNDO.format(file.stem), read_old_answer(file))


def by_text(texts: Mapping[Path, str]) -> dict[str, str]:
    """Return texts with each path as a text, as JSON has it."""
    return {str(file): text for file, text in texts.items()}


def by_path(texts: Mapping[str, str]) -> dict[Path, str]:
    """Return texts by their paths, from what JSON has."""
    return {Path(file): text for file, text in texts.items()}


def read_old_answer(file: Path) -> object:
    """Return the answer in a file of the cache; None if it cannot be read."""
    found: object = None
    with suppress(OSError, ValueError, KeyError, TypeError):
        found = json.loads(file.read_text(encoding="utf-8"))["answer"]
    return found
