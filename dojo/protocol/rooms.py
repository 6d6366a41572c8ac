"""The rooms on the disk, and folders of files that were handed in: what a retrospective is about."""

import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from dojo.attempt.attempts import as_people_count
from dojo.errors import plainly
from dojo.protocol.fields import Refused, plain
from dojo.protocol.record import Record, read

FOLDER, FILE, PAIRS, SUFFIX = ".room", "room.json", "pairs", ".lights"
ROUND = "round"


@dataclass(frozen=True)
class Evening:
    """What a room has heard, and its rounds: from when to when, none for one that has not ended."""

    title: str
    records: list[Record]
    rounds: list[tuple[float, float | None]] = field(default_factory=list)
    opened: float = 0
    faults: list[str] = field(default_factory=list)
    """What could not be read, in a line each."""


def last_room(top: Path) -> Evening | None:
    """The room that was opened last; none if there was none."""
    found = [room for file in (top / FOLDER).glob(f"*/{FILE}") if (room := room_at(file))]
    return max(found, key=lambda room: room.opened, default=None)


def room_at(file: Path) -> Evening | None:
    """The room of a file; none if it cannot be read."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        told = json.loads(file.read_text(encoding="utf-8"))
        rounds = [
            (float(start), end and float(end))
            for kind, _, start, end in told["clock"]["phases"]
            if kind == ROUND
        ]
        records, faults = records_in(file.parent / PAIRS)
        return Evening(f"the room {told['word']}", records, rounds, float(told["opened"]), faults)
    return None


def handed_in(folder: Path) -> Evening:
    """The files of a folder; of two files of one pair, the one with more lights."""
    records, faults = records_in(folder)
    return Evening(f"the files in {folder.name}", records, faults=faults)


def records_in(folder: Path) -> tuple[list[Record], list[str]]:
    """The records of a folder, and a line for each file that cannot be read."""
    found: dict[str, Record] = {}
    faults = []
    for file in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            record = read(file.read_bytes())
        except (Refused, OSError) as fault:
            faults.append(f"{plain(file.name)} is not taken: {plain(plainly(fault))}")
            continue
        known = found.get(record.pair.key)
        if known is None or len(record.lights) > len(known.lights):
            found[record.pair.key] = record
    return sorted(found.values(), key=lambda record: as_people_count(record.pair.name)), faults
