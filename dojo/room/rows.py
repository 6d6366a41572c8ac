"""What the page shows: a row for each pair, what is new since it asked last, and what a pair has changed."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec import Raw
from msgspec.structs import asdict

from dojo.pages.diff import fold_diff
from dojo.room.clock import Clock, change_of
from dojo.room.models import Record, Report

NOT_SENT = ("history", "first_green", "to", "files")
"""What the page has no use for."""
AT_ONCE = 3000
"""Changes in an answer, about half a megabyte; the page asks again for the rest."""
TOO_MANY = 4_000_000
"""Two files with so many pairs of lines are not compared: that would hold others up."""


@dataclass
class PairRow:
    """A pair on the page."""

    name: str
    record: Record
    source: str
    """Where its lights come from: the network, an attempt on this computer, or a file."""
    is_here: bool
    """True if its attempt is on the computer that serves the room."""


@dataclass
class Rows:
    """The rows by an id, and each change of one in order: a page knows how many of them it has."""

    generation: str = field(default_factory=lambda: token_hex(6))
    """A page that knows another one has to read everything."""
    rows: dict[str, PairRow] = field(default_factory=dict)
    log: list[tuple[str, Raw | None]] = field(default_factory=list)
    """The id of a row, and a light that is new; none if something else has changed."""
    notes: dict[str, str] = field(default_factory=dict)
    """What the page has to say about a source, in a line each."""

    def show(self, id: str, record: Record, *, source: str = "", is_here: bool = False) -> None:
        """Show the record as it is now, unless the row has as many lights from another source."""
        row = self.rows.get(id)
        if row and row.source != source and len(record.lights) <= len(row.record.lights):
            return
        if row and not continues(row.record, record):
            self.drop(id)
            row = None
        name = row.name if row else self.free_name(record.pair.name, is_here=is_here)
        known = len(row.record.lights) if row else 0
        self.rows[id] = PairRow(name, record, source, is_here)
        new = [light_json(place, record.lights[place]) for place in range(known, len(record.lights))]
        self.log += [(id, light) for light in new] or [(id, None)]

    def drop(self, id: str) -> None:
        """Show it no more; the pages read everything again."""
        if self.rows.pop(id, None):
            self.generation, self.log = token_hex(6), [entry for entry in self.log if entry[0] != id]

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
        """What is new since so many changes, for a page that knows this generation; else everything.

        A long answer ends early, at a cursor from which the page asks again.
        """
        begin = after if generation == self.generation else 0
        new: dict[str, list[Raw]] = defaultdict(list)
        for id, light in self.log[begin : begin + AT_ONCE]:
            new[id] += [light] if light else []
        waits = {row.name: change_of(clock, row.record.lights, now)["wait"] for row in self.rows.values()}
        return {
            "era": self.generation,
            "cursor": min(begin + AT_ONCE, len(self.log)),
            "more": begin + AT_ONCE < len(self.log),
            "now": now,
            "notes": list(self.notes.values()),
            "waits": {name: wait for name, wait in waits.items() if wait},
            "pairs": [pair_json(self.rows[id], lights) for id, lights in new.items()],
        }


def continues(before: Record, record: Record) -> bool:
    """True if the record only adds to what the page knows."""
    is_same = before.pair.name == record.pair.name
    return is_same and record.lights[: len(before.lights)] == before.lights


def pair_json(row: PairRow, lights: list[Raw]) -> dict[str, Any]:
    """A row, with some of its lights."""
    pair = row.record.pair
    return {
        "name": row.name,
        "kata": pair.kata,
        "shares": pair.shares,
        "left": row.record.left,
        "here": row.is_here,
        "lights": lights,
    }


def light_json(place: int, light: Report) -> Raw:
    """A light as JSON, and its place among those of the pair."""
    values = {name: value for name, value in asdict(light).items() if name not in NOT_SENT}
    return Raw(msgspec.json.encode({"place": place, "judged": light.judged, **values}))


def changes(lights: Sequence[Report], first: int, last: int) -> list[dict[str, Any]]:
    """The files that differ at two places among the lights, each with its rows; -1 is the empty folder."""
    states = dict(enumerate(sources_at(lights)))
    before, after = states.get(first, {}), states.get(last, {})
    names = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    return [
        {"name": name, "rows": list(diff_rows(before.get(name, ""), after.get(name, "")))} for name in names
    ]


def sources_at(lights: Sequence[Report]) -> Iterator[dict[str, str]]:
    """The files of a pair that shares its code, at each light."""
    by_number: dict[int, dict[str, str]] = {}
    before: dict[str, str] = {}
    for light in lights:
        if light.number == 1:
            by_number, before = {}, {}
        merged = before | (light.files or {})
        now = {name: text for name, text in merged.items() if text is not None}
        yield now
        by_number[light.number] = now
        before = by_number.get(light.to, {}) if light.to else now


def diff_rows(before: str, after: str) -> Iterator[tuple[str, str]]:
    """The rows of a file: each is gone, new, or the same, and many that are the same are one that says so."""
    old, new = before.splitlines(), after.splitlines()
    if len(old) * len(new) > TOO_MANY:
        yield from (("gone", line) for line in old)
        yield from (("new", line) for line in new)
        return
    for fold in fold_diff(old, new, lambda lines: [Markup(line) for line in lines]):
        if fold.folded and len(fold.rows) > 1:
            yield "fold", f"{len(fold.rows)} lines"
        else:
            yield from ((row.kind, str(row.code)) for row in fold.rows)
