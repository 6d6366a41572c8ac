"""The lights that come without a network: of attempts on this computer, and of files in a folder."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from dojo.attempt.recording import last_recorded
from dojo.errors import EnvironmentProblem, UsageError
from dojo.room.app import RoomApp
from dojo.room.models import Record
from dojo.room.reports import attempts_since, record_of
from dojo.room.storage.files import SUFFIX, describe_refusal, read_file
from dojo.story.workspace import Workspace

# the note of the page that is about the folder itself
FOLDER_NOTE = "the folder"


class RecordNearby(NamedTuple):
    """An attempt on this computer, or a file.

    Attributes:
        name: the path of the attempt, or the name of the file.
        stamp: another one once it says something new.
        read: reads what it says; raises UsageError, EnvironmentProblem.
    """

    name: str
    stamp: object
    read: Callable[[], Record]


@dataclass
class Nearby:
    """The attempts on this computer and the files of a folder: each is read again when its stamp changes."""

    app: RoomApp
    workspace: Workspace
    folder: Path | None
    stamps: dict[str, object] = field(default_factory=dict)

    async def look(self) -> None:
        """Record what has changed; the page says what cannot be taken."""
        for nearby in await asyncio.to_thread(self.find):
            if nearby.stamp == self.stamps.get(nearby.name):
                continue
            try:
                record = await asyncio.to_thread(nearby.read)
                self.app.records.keep(record, by_network=False)
                self.app.notes[nearby.name] = ""
            except UsageError as fault:
                self.app.notes[nearby.name] = describe_refusal(Path(nearby.name).name, fault)
            except EnvironmentProblem:
                # in the middle of a run, or the disk is full: the next look sees it
                continue
            self.stamps[nearby.name] = nearby.stamp

    def find(self) -> list[RecordNearby]:
        """Return the attempts and the files; the page says if the folder cannot be read."""
        found: list[RecordNearby] = []
        # an attempt's own verbs say what is wrong with it
        with suppress(EnvironmentProblem, UsageError, OSError):
            for attempt in self.attempts():
                found.append(attempt)
        self.app.notes[FOLDER_NOTE] = ""
        try:
            for file in self.files():
                found.append(file)
        except OSError as error:
            # the stick is out
            self.app.notes[FOLDER_NOTE] = describe_refusal(FOLDER_NOTE, error)
        return found

    def attempts(self) -> Iterator[RecordNearby]:
        """Yield the attempts on this computer that are of this evening, and that have not joined the room."""
        info = self.app.records.info
        for attempt in attempts_since(self.workspace, info.opened, info.word):
            yield RecordNearby(str(attempt.folder), last_recorded(attempt), partial(record_of, attempt))

    def files(self) -> Iterator[RecordNearby]:
        """Yield the files of `make hand-in` in the folder, if there is one; raises OSError."""
        if self.folder is None:
            return
        for file in sorted(self.folder.glob(f"*{SUFFIX}")):
            status = file.stat()
            yield RecordNearby(file.name, (status.st_size, status.st_mtime_ns), partial(read_file, file))
