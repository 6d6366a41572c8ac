"""What a workspace remembers and cannot work out again: it is in `.dojo/`, which is no cache."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from dojo.files import atomic_write, hide_from_git
from dojo.story.workspace import CACHE

FOLDER = ".dojo"
VISITED, AUTHORED, UNDO = "visited", "authored", "undo-{}"
# Where earlier versions kept it, in `.cache/`: a folder for each kind, with a file for each answer.
OLD_VISITED, OLD_AUTHORED, OLD_UNDO = "visits", "authored", "undo"


class State:
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
        return [Path(folder) for folder in self.read(VISITED) or []]

    def add_visited_story(self, folder: Path) -> None:
        """Remember the folder of a story elsewhere."""
        known = self.visited_stories()
        if folder not in known:
            self.write(VISITED, [str(path) for path in [*known, folder]])

    def authored_story(self) -> Path | None:
        """Return the folder of the story that an author made or named last."""
        folder = self.read(AUTHORED)
        return Path(folder) if folder else None

    def remember_authored_story(self, folder: Path) -> None:
        """Remember the folder of the story that an author made or named."""
        self.write(AUTHORED, str(folder))

    def last_change(self, story: str) -> Any:
        """Return what was kept of the last change of a story's steps; None if it was taken back."""
        return self.read(UNDO.format(story))

    def keep_last_change(self, story: str, change: object) -> None:
        """Keep what it takes to take a change of a story's steps back; None forgets it."""
        self.write(UNDO.format(story), change)

    def read(self, name: str) -> Any:
        """Return what a file has; None if there is none, or if it cannot be read."""
        with suppress(OSError, ValueError):
            return json.loads((self.folder / f"{name}.json").read_text(encoding="utf-8"))
        return None

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
            if folder:
                self.add_visited_story(Path(folder))
        for file in cache.glob(f"{OLD_AUTHORED}/last.json"):
            self.write(AUTHORED, read_old_answer(file))
        for file in cache.glob(f"{OLD_UNDO}/*.json"):
            self.write(UNDO.format(file.stem), read_old_answer(file))


def read_old_answer(file: Path) -> Any:
    """Return the answer in a file of the cache; None if it cannot be read."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        return json.loads(file.read_text(encoding="utf-8"))["answer"]
    return None
