"""What the page shows: a row for each pair, and what is new since the page asked last."""

import time
from dataclasses import dataclass, field
from secrets import token_hex
from threading import RLock
from typing import Any

from dojo.protocol.record import Record
from dojo.protocol.report import Report
from dojo.room.clock import Clock, waits

NOT_SENT = ("history", "first_green", "to", "files")
"""What the page has no use for."""


@dataclass
class Row:
    """A pair on the page."""

    name: str
    record: Record
    is_here: bool
    """Is its attempt on the computer that serves the room?"""
    changed: int
    news: list[int] = field(default_factory=list)
    """For each light, the number of the change that brought it."""


@dataclass
class Rows:
    """The rows, by any id of their source."""

    era: str = field(default_factory=lambda: token_hex(6))
    """Whoever knows another one has to read everything anew."""
    changes: int = 0
    rows: dict[str, Row] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    """What the page has to say about a source, in a line each."""
    lock: RLock = field(default_factory=RLock)

    def show(self, id: str, record: Record, *, is_here: bool = False) -> None:
        """Show the record as it is now."""
        with self.lock:
            self.changes += 1
            row = self.rows.get(id)
            if row is None:
                name = self.free_name(record.pair.name, is_here=is_here)
                row = Row(name, record, is_here, self.changes)
                self.rows[id] = row
            elif not continues(row, record):
                self.begin_anew()
                row.news.clear()
            row.record, row.changed = record, self.changes
            row.news += [self.changes] * (len(record.lights) - len(row.news))

    def drop(self, id: str) -> None:
        """Show it no more."""
        with self.lock:
            if self.rows.pop(id, None):
                self.begin_anew()

    def begin_anew(self) -> None:
        """What the pages know is not so any more: let them read everything."""
        self.era = token_hex(6)

    def free_name(self, name: str, *, is_here: bool) -> str:
        """The name of a pair; with a number, if another row has it.

        A pair that joins may be an attempt here: that row goes at the next look.
        """
        names = {row.name.lower() for row in self.rows.values() if is_here or not row.is_here}
        number = 2
        free = name
        while free.lower() in names:
            free, number = f"{name} ({number})", number + 1
        return free

    def note(self, id: str, text: str) -> None:
        """Say something about a source, or nothing any more."""
        with self.lock:
            if text:
                self.notes[id] = text
            else:
                self.notes.pop(id, None)

    def of(self, name: str) -> Record | None:
        """The record of the row with this name."""
        with self.lock:
            found = [row.record for row in self.rows.values() if row.name == name]
            return max(found, key=lambda record: record.pair.shares, default=None)

    def state(self, clock: Clock, era: str, after: int) -> dict[str, Any]:
        """What is new since the change `after`, for a page that knows this era; else everything."""
        now = time.time()
        with self.lock:
            known = after if era == self.era else 0
            return {
                "era": self.era,
                "cursor": self.changes,
                "now": now,
                "notes": list(self.notes.values()),
                "waits": {row.name: wait for row in self.rows.values() if (wait := waited(row, clock, now))},
                "pairs": [told(row, known) for row in self.rows.values() if row.changed > known],
            }


def continues(row: Row, record: Record) -> bool:
    """Does the record only add to what the page knows?"""
    known = len(row.news)
    before = row.record.lights[:known]
    return len(record.lights) >= known and (known == 0 or record.lights[known - 1].place == before[-1].place)


def waited(row: Row, clock: Clock, now: float) -> float:
    """The seconds for which a pair may still wait for green."""
    return waits(clock, row.record.lights, now)


def told(row: Row, after: int) -> dict[str, Any]:
    """A row, with its lights since a change."""
    pair, lights = row.record.pair, row.record.lights
    return {
        "name": row.name,
        "kata": pair.kata,
        "shares": pair.shares,
        "left": row.record.left,
        "here": row.is_here,
        "lights": [
            light_told(place, light)
            for place, (light, news) in enumerate(zip(lights, row.news, strict=False))
            if news > after
        ],
    }


def light_told(place: int, light: Report) -> dict[str, Any]:
    """A light, and its place among those of the pair."""
    values = {name: value for name, value in vars(light).items() if name not in NOT_SENT}
    return {"place": place, "judged": light.judged, **values}
