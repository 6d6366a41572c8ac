"""What the page shows: a row for each pair, and what is new since the page asked last."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import asdict

from dojo.attempt.attempt import Attempt, all_attempts
from dojo.attempt.light import NotRecorded, last_recorded
from dojo.attempt.membership import membership
from dojo.errors import EnvironmentProblem, UsageError
from dojo.room.clock import Clock, change_of
from dojo.room.models import Record, Report, id_of
from dojo.room.reports import record_of
from dojo.story.workspace import Workspace

NOT_SENT = ("history", "first_green", "to", "files")
"""What the page has no use for."""
AT_ONCE = 3000
"""Lights in an answer, about half a megabyte; the page asks again for the rest."""


@dataclass
class PairRow:
    """A pair on the page."""

    name: str
    record: Record
    is_here: bool
    """True if its attempt is on the computer that serves the room."""
    changed: int = 0
    lights: list[tuple[int, Raw]] = field(default_factory=list)
    """Each light as JSON, with the number of the change that brought it."""
    last: tuple[str, int] = ("", 0)
    """The last light that the page knows."""


@dataclass
class Rows:
    """The rows, by any id of their source."""

    generation: str = field(default_factory=lambda: token_hex(6))
    """A page that knows another one has to read everything."""
    changes: int = 0
    rows: dict[str, PairRow] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    """What the page has to say about a source, in a line each."""

    def show(self, id: str, record: Record, *, is_here: bool = False) -> None:
        """Show the record as it is now."""
        self.changes += 1
        row = self.rows.get(id)
        is_renamed = row and not is_here and record.pair.name != row.name.split(" (")[0]
        if row and (is_renamed or not continues(row, record)):
            self.drop(id)
            row = None
        if row is None:
            row = self.rows[id] = PairRow(self.free_name(record.pair.name, is_here=is_here), record, is_here)
        row.record, row.changed = record, self.changes
        for place in range(len(row.lights), len(record.lights)):
            row.lights.append((self.changes, light_json(place, record.lights[place])))
        row.last = record.lights[-1].place if record.lights else ("", 0)

    def drop(self, id: str) -> None:
        """Show it no more."""
        if self.rows.pop(id, None):
            self.invalidate()

    def invalidate(self) -> None:
        """Let the pages read everything again."""
        self.generation = token_hex(6)

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

    def note(self, source: str, text: str) -> None:
        """Say something about a source, or nothing any more."""
        if text:
            self.notes[source] = text
        else:
            self.notes.pop(source, None)

    def find(self, name: str) -> tuple[str, Record] | None:
        """The id and the record of the row with this name."""
        found = [(id, row.record) for id, row in self.rows.items() if row.name == name]
        return max(found, key=lambda one: one[1].pair.shares, default=None)

    def state(self, clock: Clock, generation: str, after: int, now: float) -> dict[str, Any]:
        """What is new since the change `after`, for a page that knows this generation; else everything.

        A long answer ends early, at a cursor from which the page asks again.
        """
        known = after if generation == self.generation else 0
        pairs, lights, cursor, more = [], 0, self.changes, False
        for row in sorted(self.rows.values(), key=lambda row: row.changed):
            if row.changed <= known:
                continue
            if lights > AT_ONCE:
                more = True
                break
            pairs.append(pair_json(row, known))
            lights += len(pairs[-1]["lights"])
            cursor = row.changed
        waiting = {
            row.name: wait
            for row in self.rows.values()
            if (wait := change_of(clock, row.record.lights, now)["wait"])
        }
        return {
            "era": self.generation,
            "cursor": cursor if more else self.changes,
            "more": more,
            "now": now,
            "notes": list(self.notes.values()),
            "waits": waiting,
            "pairs": pairs,
        }


def continues(row: PairRow, record: Record) -> bool:
    """True if the record only adds to what the page knows."""
    known = len(row.lights)
    return len(record.lights) >= known and (known == 0 or record.lights[known - 1].place == row.last)


def pair_json(row: PairRow, after: int) -> dict[str, Any]:
    """A row, with its lights since a change."""
    pair = row.record.pair
    return {
        "name": row.name,
        "kata": pair.kata,
        "shares": pair.shares,
        "left": row.record.left,
        "here": row.is_here,
        "lights": [light for change, light in row.lights if change > after],
    }


def light_json(place: int, light: Report) -> Raw:
    """A light as JSON, and its place among those of the pair."""
    values = {name: value for name, value in asdict(light).items() if name not in NOT_SENT}
    return Raw(msgspec.json.encode({"place": place, "judged": light.judged, **values}))


YOUNG = 12 * 3600
"""Seconds: an attempt that has rested for longer when the room opens belongs to another day."""


@dataclass
class LocalAttempts:
    """The attempts of the checkout that serves the room: they are on its page without joining."""

    workspace: Workspace
    opened: float
    rows: Rows
    seen: dict[Path, int] = field(default_factory=dict)
    """When the last light was recorded that the page has, in nanoseconds."""

    def read(self, joined: set[str]) -> dict[Path, Record | None]:
        """The records that have changed; None for an attempt that is to be shown no more."""
        found: dict[Path, Record | None] = {}
        try:
            there = {attempt.folder: attempt for attempt in self.attempts(joined)}
        except (EnvironmentProblem, UsageError):  # they cannot be read: their own verbs say why
            return found
        for folder, attempt in there.items():
            if (when := last_recorded(attempt)) != self.seen.get(folder):
                try:
                    found[folder] = record_of(attempt)
                except NotRecorded:  # in the middle of a run: the next look sees it
                    continue
                self.seen[folder] = when
        for folder in set(self.seen) - set(there):
            found[folder] = None
            del self.seen[folder]
        return found

    def show(self, found: dict[Path, Record | None]) -> None:
        """Show what was read."""
        for folder, record in found.items():
            if record:
                self.rows.show(str(folder), record, is_here=True)
            else:
                self.rows.drop(str(folder))

    def attempts(self, joined: set[str]) -> Iterator[Attempt]:
        """Those of today that have not joined this room."""
        return attempts_since(self.workspace, self.opened, joined)


def attempts_since(workspace: Workspace, opened: float, joined: set[str]) -> Iterator[Attempt]:
    """The attempts on this computer that a room shows, which opened then, without their joining."""
    for attempt in all_attempts(workspace):
        room = membership(attempt)
        has_joined = room is not None and id_of(room.key) in joined
        if not has_joined and last_recorded(attempt) / 1e9 > opened - YOUNG:
            yield attempt
