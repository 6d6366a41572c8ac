"""Lights that come beside the network: of attempts of this checkout, and of files in a folder."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from dojo.attempt.attempt import Attempt, all_attempts
from dojo.attempt.light import NotRecorded, last_recorded
from dojo.attempt.membership import membership
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.room.files import SUFFIX, read_record
from dojo.room.models import Record, Refused, id_of, plain
from dojo.room.reports import record_of
from dojo.room.rows import Rows
from dojo.story.workspace import Workspace

YOUNG = 12 * 3600
"""Seconds: an attempt that has rested for longer when the room opens belongs to another day."""
FOLDER = "the folder"


@dataclass
class Nearby:
    """What a room shows without a network: each source is read again when its stamp changes."""

    workspace: Workspace
    opened: float
    folder: Path | None
    rows: Rows
    stamps: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def read(self, joined: set[str]) -> dict[str, Record | str | None]:
        """Read the sources that have changed: a record for each, or why there is none.

        None stands for an attempt that has gone, or is shown as one that has joined.
        """
        found: dict[str, Record | str | None] = {FOLDER: ""}
        sources: dict[str, tuple[tuple[int, ...], Callable[[], Record]]] = {}
        gone = set(filter(is_attempt, self.stamps))
        try:
            for attempt in attempts_since(self.workspace, self.opened, joined):
                sources[str(attempt.folder)] = (last_recorded(attempt),), partial(record_of, attempt)
        except (EnvironmentProblem, UsageError, OSError):  # their own verbs say why they cannot be read
            gone = set()
        try:
            for file in sorted(self.folder.glob(f"*{SUFFIX}")) if self.folder else ():
                seen = file.stat()
                sources[file.name] = (seen.st_size, seen.st_mtime_ns), partial(read_record, file)
        except OSError as error:  # the stick is out
            found[FOLDER] = f"the folder cannot be read now: {plain(describe_error(error))}"
        for name, (stamp, read) in sources.items():
            if stamp == self.stamps.get(name):
                continue
            try:
                found[name] = read()
            except NotRecorded:  # in the middle of a run: the next look sees it
                continue
            except Refused as fault:
                found[name] = f"{plain(name)} is not taken: {plain(str(fault))}"
            self.stamps[name] = stamp
        for name in gone - sources.keys():
            found[name] = None
            del self.stamps[name]
        return found

    def show(self, found: dict[str, Record | str | None]) -> None:
        """Show what was read."""
        for name, told in found.items():
            self.rows.note(name, told if isinstance(told, str) else "")
            if told is None:
                self.rows.drop(name)
            elif isinstance(told, Record):
                is_here = is_attempt(name)
                self.rows.show(name if is_here else told.pair.id, told, source=name, is_here=is_here)


def is_attempt(source: str) -> bool:
    """True if it is the folder of an attempt, and not a file in the folder."""
    return Path(source).is_absolute()


def attempts_since(workspace: Workspace, opened: float, joined: set[str]) -> Iterator[Attempt]:
    """The attempts on this computer that a room shows, which opened then, without their joining."""
    for attempt in all_attempts(workspace):
        room = membership(attempt)
        has_joined = room is not None and id_of(room.key) in joined
        if not has_joined and last_recorded(attempt) / 1e9 > opened - YOUNG:
            yield attempt
