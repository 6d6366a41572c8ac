"""What the page shows: a row for each pair, what is new since it asked last, and what a pair has changed."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
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
"""Two files with more pairs of lines than this are not compared: the other pairs would wait."""


@dataclass
class Rows:
    """The records of a room, by the ids of their pairs, and each change: a page knows how many it has."""

    records: Mapping[str, Record]
    generation: str = field(default_factory=lambda: token_hex(6))
    """A page that knows another one has to read everything."""
    log: list[tuple[str, Raw | None]] = field(default_factory=list)
    """The id of a pair, and a light that is new; none if something else has changed."""
    here: set[str] = field(default_factory=set)
    """The pairs whose attempt is on the computer that serves the room."""
    notes: dict[str, str] = field(default_factory=dict)
    """What the page has to say about a source, in a line each."""

    def show(self, record: Record, before: Record | None = None) -> None:
        """Show the record of a pair, which has what it had before, and more."""
        id = record.pair.id
        if before and before.pair.name != record.pair.name:
            self.drop(id)
            before = None
        begin = len(before.lights) if before else 0
        new = [light_json(place, record.lights[place]) for place in range(begin, len(record.lights))]
        self.log += [(id, light) for light in new] or [(id, None)]

    def drop(self, id: str) -> None:
        """Show a pair no more; the pages read everything again."""
        self.generation, self.log = token_hex(6), [entry for entry in self.log if entry[0] != id]

    def find(self, name: str) -> Record | None:
        """The record of the pair with this name."""
        return next((record for record in self.records.values() if record.pair.name == name), None)

    def note(self, source: str, text: str) -> None:
        """Say something about a source, or nothing any more."""
        if text:
            self.notes[source] = text
        else:
            self.notes.pop(source, None)

    def state(self, clock: Clock, generation: str, after: int, now: float) -> dict[str, Any]:
        """What is new since a number of changes, for a page that knows this generation; else everything.

        A long answer ends early, at a cursor from which the page asks again.
        """
        begin = after if generation == self.generation else 0
        end = min(begin + AT_ONCE, len(self.log))
        new: dict[str, list[Raw]] = defaultdict(list)
        for id, light in self.log[begin:end]:
            new[id] += [light] if light else []
        waits = {one.pair.name: change_of(clock, one.lights, now)["wait"] for one in self.records.values()}
        return {
            "era": self.generation,
            "cursor": end,
            "more": end < len(self.log),
            "now": now,
            "notes": list(self.notes.values()),
            "waits": {name: wait for name, wait in waits.items() if wait},
            "pairs": [self.pair_json(self.records[id], lights) for id, lights in new.items()],
        }

    def pair_json(self, record: Record, lights: list[Raw]) -> dict[str, Any]:
        """A pair, with some of its lights."""
        pair = record.pair
        told = {"name": pair.name, "kata": pair.kata, "shares": pair.shares, "left": record.left}
        return {**told, "here": pair.id in self.here, "lights": lights}


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
