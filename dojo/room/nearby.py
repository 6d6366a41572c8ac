"""Pairs that a room hears of without a network: attempts of this checkout, and hand-in files of a folder."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from dojo.attempt.attempt import Attempt, all_attempts
from dojo.attempt.light import NotRecorded, last_recorded
from dojo.attempt.membership import membership, require_key
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.room.app import RoomApp
from dojo.room.files import SUFFIX, not_taken, read_record
from dojo.room.models import Record, Refused, plain
from dojo.room.reports import record_of
from dojo.story.workspace import Workspace

YOUNG = 12 * 3600
"""Seconds: an attempt that has rested for longer when the room opens belongs to another day."""
FOLDER = "the folder"


@dataclass
class Nearby:
    """The attempts and the files: each is read again when its stamp changes."""

    app: RoomApp
    workspace: Workspace
    folder: Path | None
    stamps: dict[str, Any] = field(default_factory=dict)

    def read(self) -> dict[str, Record | str]:
        """Read what has changed: the record of each attempt and each file, or a line that says why not."""
        found: dict[str, Record | str] = {FOLDER: ""}
        there: dict[str, tuple[Any, Callable[[], Record]]] = {}
        info = self.app.records.info
        with suppress(EnvironmentProblem, UsageError, OSError):  # an attempt's own verbs say what is wrong
            for attempt in attempts_since(self.workspace, info.opened, info.word):
                there[str(attempt.folder)] = last_recorded(attempt), partial(read_attempt, attempt)
        try:
            for file in sorted(self.folder.glob(f"*{SUFFIX}")) if self.folder else ():
                seen = file.stat()
                there[file.name] = (seen.st_size, seen.st_mtime_ns), partial(read_record, file)
        except OSError as error:  # the stick is out
            found[FOLDER] = f"the folder cannot be read now: {plain(describe_error(error))}"
        for name, (stamp, read) in there.items():
            if stamp == self.stamps.get(name):
                continue
            try:
                found[name] = read()
            except NotRecorded:  # in the middle of a run: the next look sees it
                continue
            except Refused as fault:
                found[name] = not_taken(name, fault)
            self.stamps[name] = stamp
        return found

    def hear(self, found: dict[str, Record | str]) -> None:
        """Record what was read; the page says what cannot be taken."""
        for name, told in found.items():
            try:
                if isinstance(told, Record):
                    self.app.records.add(told, here=Path(name).is_absolute())
                self.app.notes[name] = told if isinstance(told, str) else ""
            except Refused as fault:
                self.app.notes[name] = not_taken(name, fault)
            except EnvironmentProblem:  # which the page says, too
                del self.stamps[name]


def read_attempt(attempt: Attempt) -> Record:
    """The record of an attempt, which is the same pair wherever it goes; raises NotRecorded."""
    with suppress(OSError):
        require_key(attempt)
    return record_of(attempt)


def attempts_since(workspace: Workspace, opened: float, word: str) -> Iterator[Attempt]:
    """The attempts on this computer that a room hears of, which opened then, without their joining."""
    for attempt in all_attempts(workspace):
        room = membership(attempt)
        if not (room and room.word == word) and last_recorded(attempt) / 1e9 > opened - YOUNG:
            yield attempt
