"""A program that has to be made before it can be started: by a compiler, say.

What nobody has changed since is not made again: a cache in the folder says what it was made from.
"""

import os
from hashlib import sha256
from pathlib import Path

from dojo.engine.cases.command import startable, words
from dojo.errors import Trouble
from dojo.sandbox.program import NAMES_AN_ERROR, feed

MADE = ".build_cache"
"""The file that says what the program was made from; no light keeps it."""
LIMIT = 60.0
"""Seconds: whoever makes a program for the first time may wait for a while."""


class NotMade(Trouble):
    """A program that cannot be made; the message is a line, and `complaint` all that was said of it."""

    def __init__(self, why: str, complaint: str = "") -> None:
        super().__init__(why)
        self.complaint = complaint


def make(command: str, folder: Path) -> None:
    """Make the program anew, where a file has changed since; raises NotMade, Missing and NotRun."""
    if not command or made_from(command, folder) == note(folder):
        return
    outcome = feed(Path(os.devnull), "", startable(words(command), folder), folder, LIMIT)
    if outcome.colour == "amber":  # what it prints is no matter
        raise NotMade(f"{command} {reason(outcome.why, outcome.complaint)}", outcome.complaint)
    (folder / MADE).write_text(made_from(command, folder), encoding="utf-8")


def reason(why: str, complaint: str) -> str:
    """Why it was not made: of many errors of a compiler, the first one."""
    errors = [line.strip() for line in complaint.splitlines() if NAMES_AN_ERROR.search(line)]
    return f"failed: {errors[0]}" if errors else why


def note(folder: Path) -> str:
    """What the last program was made from; nothing where nobody knows."""
    try:
        return (folder / MADE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def made_from(command: str, folder: Path) -> str:
    """The command and the files as they are now, in a few letters: by their names, sizes and dates."""
    found = []
    for where, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name[0] != "."]
        paths = [Path(where, name) for name in files if name[0] != "."]
        found += [(str(path), *size_and_date(path)) for path in paths]
    return sha256(repr((command, sorted(found))).encode()).hexdigest()


def size_and_date(path: Path) -> tuple[int, int]:
    """Of a file, or of a link that leads nowhere."""
    found = path.lstat()
    return found.st_size, found.st_mtime_ns
