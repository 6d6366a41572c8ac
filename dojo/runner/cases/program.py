"""A program in any language: the command that starts it, how it is built, and its outcome on some cases."""

import json
import os
import re
import shlex
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

from dojo.errors import EnvironmentProblem, UsageError
from dojo.runner.child.program import NAMES_AN_ERROR, Outcome, feed
from dojo.story.cases import Case

FOR_A_SHELL = set("|&;<>()$`*?~")
LIMIT = 5.0


class WrongCall(UsageError):
    """What is asked for cannot be done; the message says what to write."""


class Missing(Exception):
    """A file of the command that is not there."""


def words(command: str, option: str = "CMD") -> list[str]:
    """What to start for a command line; a shell only if it has signs that a shell would understand.

    Raises WrongCall, with the option that the command line belongs to.
    """
    if FOR_A_SHELL & set(command):
        return ["sh", "-c", command]
    try:
        split = shlex.split(command)
    except ValueError:
        raise WrongCall(f"a quotation mark has no partner in {option}: {command}") from None
    if not split:
        raise WrongCall('which program? For example: CMD="ruby scores.rb"')
    return split


def seconds(limit: str) -> float:
    """The time that a case may take."""
    try:
        given = float(limit) if limit else LIMIT
    except ValueError:
        given = 0
    if not 0 < given <= 3600:
        raise WrongCall(f"LIMIT is the seconds for a case, for example LIMIT=5, not {limit}")
    return given


def missing(command: list[str], folder: Path, complaint: str) -> str:
    """The file in a command that does not exist, if the program complains about that; or nothing."""
    files = [word for word in command if re.search(r"\w\.[a-z]+$", word) and not (folder / word).exists()]
    return next((file for file in files if Path(file).name in complaint), "")


def startable(command: list[str], folder: Path) -> list[str]:
    """The command; raises Missing if its program is a path that leads nowhere."""
    if "/" in command[0] and not (folder / command[0]).exists():
        raise Missing(command[0])
    return command


MADE = ".build_cache"
"""The file that says what the program was made from; no light keeps it."""
BUILD_LIMIT = 60.0
"""Seconds that making it may take: the first time may take a while."""


class NotMade(EnvironmentProblem):
    """A program that cannot be made; the message is a line, and `complaint` is all that was said about it."""

    def __init__(self, why: str, complaint: str = "") -> None:
        super().__init__(why)
        self.complaint = complaint


def make(command: str, folder: Path) -> None:
    """Make the program again if a file has changed; raises NotMade, Missing and NotRun."""
    before, note = files(folder), noted(folder)
    if not command or (note.get("command"), note.get("files")) == (command, before):
        return
    outcome = feed(Path(os.devnull), "", startable(words(command), folder), folder, BUILD_LIMIT)
    if outcome.colour == "amber":  # what it prints does not matter
        raise NotMade(f"{command}: {reason(outcome.why, outcome.complaint)}", outcome.complaint)
    after = files(folder)
    made = sorted({*note.get("made", []), *(after.keys() - before.keys())})
    changed = [name for name in before if before[name] != after.get(name)]
    if all(name in made for name in changed):  # otherwise a source was saved meanwhile
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


Tried = tuple[Case, Outcome]


def tried(cases: list[Case], command: list[str], folder: Path, limit: float) -> Iterator[Tried]:
    """Each case and its outcome, in order; as many run at a time as there are cores.

    Raises NotRun, and Missing if the program's own file does not exist.
    """
    stop = Event()
    pool = ThreadPoolExecutor(os.cpu_count())
    try:
        outcomes = [
            pool.submit(
                feed, case.file, case.expected, command, folder, limit, stop, complaints=case.complaints
            )
            for case in cases
        ]
        for case, outcome in zip(cases, outcomes, strict=True):
            result = outcome.result()
            if result.colour == "amber" and (lost := missing(command, folder, result.complaint)):
                raise Missing(lost)
            yield case, result
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


@dataclass(frozen=True)
class Program:
    """What starts it, in which folder; what makes it, if it has to be made; the seconds for a case."""

    command: str
    folder: Path
    build: str = ""
    limit: float = LIMIT

    def tried(self, cases: list[Case]) -> Generator[Tried, None, None]:
        """Each case and its outcome, in order; raises NotMade, NotRun, Missing, WrongCall."""
        make(self.build, self.folder)
        yield from tried(cases, startable(words(self.command), self.folder), self.folder, self.limit)
