"""`make accept CMD="ruby scores.rb"`: a program in any language on the black-box cases of a kata."""

import os
import re
import shlex
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

from dojo.accept.report import Tried, report
from dojo.errors import Mistake
from dojo.sandbox.program import feed
from dojo.screen.console import console
from dojo.story.cases import Case

FOR_A_SHELL = set("|&;<>()$`*?~")
LIMIT = 5.0


class WrongCall(Mistake):
    """What is asked for cannot be done; the message says what to write."""


def accept(cases: list[Case], command: str, folder: Path, top: Path, *, limit: str, every: bool) -> int:
    """Run a command in a folder on some cases, and show what came of it; gives an exit status.

    Raises WrongCall and NotRun, with the folder as it is seen from the top of the workspace.
    """
    try:
        what = startable(words(command), folder)
        results = tried(cases, what, folder, seconds(limit))
        return report(cases, results, every=every, out=console())
    except Missing as lost:
        where = "at the top of the workspace" if folder == top else f"in {os.path.relpath(folder, top)}"
        raise WrongCall(f"there is no {lost} {where}: IN=folder or NAME=attempt says where it is") from None


class Missing(Exception):
    """A file of the command that is not there."""


def words(command: str) -> list[str]:
    """What to start for a command line; a shell only where it has signs that one understands."""
    if FOR_A_SHELL & set(command):
        return ["sh", "-c", command]
    try:
        split = shlex.split(command)
    except ValueError:
        raise WrongCall(f"a quotation mark has no partner in CMD: {command}") from None
    if not split:
        raise WrongCall('which program? For example: CMD="ruby scores.rb" IN=my/folder')
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


def tried(cases: list[Case], command: list[str], folder: Path, limit: float) -> Iterator[Tried]:
    """Each case and what came of it, in their order; as many run at a time as there are cores.

    Raises NotRun, and Missing where the program's own file is not there.
    """
    stop = Event()
    pool = ThreadPoolExecutor(os.cpu_count())
    try:
        outcomes = [
            pool.submit(feed, case.file, case.expected, command, folder, limit, stop) for case in cases
        ]
        for case, outcome in zip(cases, outcomes, strict=True):
            result = outcome.result()
            if result.colour == "amber" and (lost := missing(command, folder, result.complaint)):
                raise Missing(lost)
            yield case, result
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def missing(command: list[str], folder: Path, complaint: str) -> str:
    """The file in a command that is not there, where that is what the program complains of; or nothing."""
    files = [word for word in command if re.search(r"\w\.[a-z]+$", word) and not (folder / word).exists()]
    return next((file for file in files if Path(file).name in complaint), "")


def startable(command: list[str], folder: Path) -> list[str]:
    """The command, where its program is a path that leads somewhere; raises Missing."""
    if "/" in command[0] and not (folder / command[0]).exists():
        raise Missing(command[0])
    return command
