"""What the lights of a pair show: the rhythm, the changes, the guesses, and where it ended."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from dojo.attempt.light import PAUSE
from dojo.prove.verdict import SEEN_RED, Kind
from dojo.room.models import Record, Report
from dojo.screen.palette import COLOURS
from dojo.screen.words import count_of, duration

REST = "pause"
SHORT = 3
"""Letters of a name that is no short one."""
HIDDEN = "…"


class PairStretch(NamedTuple):
    """A time of one colour, or a pause; from when to when, from light to light, and the test in hand."""

    colour: str
    start: float
    end: float
    first: int
    last: int
    test: str

    @property
    def seconds(self) -> float:
        return self.end - self.start


class PairStep(NamedTuple):
    """From green to green: the first light, or 0; the last one; and the lines of code between them."""

    first: int
    last: int
    lines: int


@dataclass(frozen=True)
class PairHistory:
    """A pair, by the name that the page gives it."""

    name: str
    record: Record

    @cached_property
    def runs(self) -> list[Report]:
        """The lights that have a colour."""
        return [light for light in self.record.lights if light.judged]

    @cached_property
    def stretches(self) -> list[PairStretch]:
        """The rhythm: times of one colour, and the pauses between them."""
        found: list[PairStretch] = []
        for now, after in pairwise(self.runs):
            colour = REST if after.when - now.when > PAUSE else now.colour
            one = PairStretch(colour, now.when, after.when, now.number, after.number, now.test)
            if found and found[-1].colour == colour != REST:
                found[-1] = found[-1]._replace(end=one.end, last=one.last)
            else:
                found.append(one)
        return found

    def stretches_of(self, colour: str) -> list[PairStretch]:
        """The times of a colour, or the pauses."""
        return [one for one in self.stretches if one.colour == colour]

    def seconds_in(self, colour: str) -> float:
        """The time of a colour."""
        return sum(one.seconds for one in self.stretches_of(colour))

    @property
    def rhythm(self) -> str:
        """22 runs in 40 min: 12 min green, 8 min red, 2 min amber, 18 min in pauses"""
        times = [(self.seconds_in(colour), colour) for colour in (*COLOURS, REST)]
        parts = ", ".join(f"{duration(seconds)} {colour}" for seconds, colour in times if seconds)
        all_time = duration(self.runs[-1].when - self.runs[0].when)
        return f"{count_of(len(self.runs), 'run')} in {all_time}" + (f": {parts}" if parts else "")

    @property
    def steps(self) -> list[PairStep]:
        """The changes from green to green."""
        found, first, lines = [], 0, 0
        for light in self.runs:
            lines += light.code
            if light.colour == "green":
                found += [PairStep(first, light.number, lines)] * bool(lines)
                first, lines = light.number, 0
        return found

    @property
    def changes(self) -> dict[int, tuple[int, int]]:
        """The lines of code and of tests that changed, by the number of their light."""
        sizes = {light.number: (light.code, light.test_lines) for light in self.runs}
        return {number: lines for number, lines in sizes.items() if any(lines)}

    @property
    def changes_in_green(self) -> int:
        """How often code changed in green, and the bar stayed green with the same tests."""
        return sum(
            now.code > 0 and before.colour == now.colour == "green" and before.tests == now.tests
            for before, now in pairwise(self.runs)
        )

    @property
    def greens(self) -> int:
        """How often the bar turned green."""
        return sum(now.colour == "green" != before.colour for before, now in pairwise(self.runs))

    @property
    def guesses(self) -> list[Report]:
        """The lights with a guess."""
        return [light for light in self.record.lights if light.held is not None]

    @property
    def missed(self) -> list[Report]:
        """The lights with a guess that was wrong."""
        return [light for light in self.guesses if not light.held]

    @property
    def proof(self) -> Counter[str]:
        """How many tests have which verdict."""
        return Counter(one.kind for one in self.record.proof or ())

    @cached_property
    def first(self) -> dict[str, bool]:
        """Note for each test that turned green whether it was red before."""
        if self.record.proof is not None:
            judged = {*SEEN_RED, Kind.PASSES, Kind.MADE_GREEN, Kind.UNSEEN}
            return {one.rule: one.kind in SEEN_RED for one in self.record.proof if one.kind in judged}
        found: dict[str, bool] = {}
        for light in self.record.lights:
            for rule, colour in light.first_green.items():
                found.setdefault(rule, colour == "red")
        return found

    @property
    def at_once(self) -> list[str]:
        """The tests that were green when they first ran."""
        return [rule for rule, was_red in self.first.items() if not was_red]


def name_pairs(records: Sequence[Record], *, anonymous: bool) -> list[PairHistory]:
    """The pairs in the order of their names; anonymous: by letters, in an order that says nothing of them."""
    if not anonymous:
        return [PairHistory(record.pair.name, record) for record in records]
    names = re.compile("|".join(pattern(record.pair.name) for record in records), re.IGNORECASE)
    shuffled = sorted(records, key=lambda record: sha256(record.pair.id.encode()).digest())
    return [
        PairHistory(f"pair {letters(number)}", hide_names(record, names))
        for number, record in enumerate(shuffled)
    ]


def letters(number: int) -> str:
    """A, B, …, Z, AA, AB, …"""
    more, last = divmod(number, 26)
    return (letters(more - 1) if more else "") + chr(ord("A") + last)


def pattern(name: str) -> str:
    """A pattern for a name; a short one may be a part of any word: it is hidden only as a word of its own."""
    found = re.escape(name)
    return found if len(name) >= SHORT else rf"(?<![^\W_]){found}(?![^\W_])"


def hide_names(record: Record, names: re.Pattern[str]) -> Record:
    """The record without the names: a test may be called like a pair."""
    hide = partial(names.sub, HIDDEN)
    lights = [
        replace(
            light,
            test=hide(light.test),
            first_green={hide(rule): colour for rule, colour in light.first_green.items()},
            files=None,
        )
        for light in record.lights
    ]
    proof = record.proof and [
        replace(one, rule=hide(one.rule), sentence=hide(one.sentence)) for one in record.proof
    ]
    return Record(replace(record.pair, name=HIDDEN, kata=hide(record.pair.kata)), lights, proof)
