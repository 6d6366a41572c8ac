"""A program that has to be made before it can be started: by a compiler, say.

It is made again only if something has changed: a cache in the folder says what it was made from.
"""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from dojo.errors import Trouble
from dojo.runner.cases.command import startable, words
from dojo.runner.child.program import NAMES_AN_ERROR, feed

MADE = ".build_cache"
"""The file that says what the program was made from; no light keeps it."""
LIMIT = 60.0
"""Seconds that making it may take: the first time may take a while."""


class NotMade(Trouble):
    """A program that cannot be made; the message is a line, and `complaint` is all that was said about it."""

    def __init__(self, why: str, complaint: str = "") -> None:
        super().__init__(why)
        self.complaint = complaint


def make(command: str, folder: Path) -> None:
    """Make the program again if a file has changed; raises NotMade, Missing and NotRun."""
    before, note = files(folder), noted(folder)
    if not command or (note.get("command"), note.get("files")) == (command, before):
        return
    outcome = feed(Path(os.devnull), "", startable(words(command), folder), folder, LIMIT)
    if outcome.colour == "amber":  # what it prints does not matter
        raise NotMade(f"{command}: {reason(outcome.why, outcome.complaint)}", outcome.complaint)
    after = files(folder)
    made = sorted({*note.get("made", []), *(after.keys() - before.keys())})
    if all(
        name in made for name in before if before[name] != after.get(name)
    ):  # else somebody saved meanwhile
        told = json.dumps({"command": command, "files": after, "made": made})
        with suppress(OSError):  # then it is made again the next time
            (folder / MADE).write_text(told, encoding="utf-8")


def reason(why: str, complaint: str) -> str:
    """Why it was not made: the first error, if a compiler reports many."""
    errors = [line.strip() for line in complaint.splitlines() if NAMES_AN_ERROR.search(line)]
    return f"failed: {errors[0]}" if errors else why


def noted(folder: Path) -> dict[str, Any]:
    """How the last program was made, from what, and which files that made; nothing if nobody knows."""
    try:
        return dict(json.loads((folder / MADE).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return {}


def files(folder: Path) -> dict[str, list[int]]:
    """The files as they are now, by size and date; those of tools, with a dot in front, are left out."""
    found = {}
    for where, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name[0] != "."]
        for path in (Path(where, name) for name in names if name[0] != "."):
            with suppress(OSError):  # it may have gone just now
                is_now = path.lstat()
                found[str(path.relative_to(folder))] = [is_now.st_size, is_now.st_mtime_ns]
    return found
