"""What the lights of a pair show: the rhythm, the changes, the guesses, and where it ended."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256

from msgspec.structs import replace

from dojo.attempt.attempt import Attempt
from dojo.attempt.diffstat import Count, Lines
from dojo.history.runs import REST, LineChange, Rhythm
from dojo.prove.lights import prove_lights
from dojo.room.models import Record, Report, VerdictLine
from dojo.screen.palette import COLOURS
from dojo.tracing.trace import InGreen
from dojo.wording import count_of, duration, natural_key, one_line

HIDDEN = "…"
SHORT = r"(?<![^\W_]){}(?![^\W_])"
"""A short name may be a part of any word: it is hidden only as a word of its own."""


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
    def rhythm(self) -> Rhythm:
        return Rhythm(self.runs, [light.colour for light in self.runs])

    @property
    def in_words(self) -> str:
        """22 runs in 40 min: 12 min green, 8 min red, 2 min amber, 18 min pause"""
        times = [(self.rhythm.seconds(colour), colour) for colour in (*COLOURS, REST)]
        parts = ", ".join(f"{duration(seconds)} {colour}" for seconds, colour in times if seconds)
        all_time = duration(self.runs[-1].when - self.runs[0].when)
        return f"{count_of(len(self.runs), 'run')} in {all_time}" + (f": {parts}" if parts else "")

    @property
    def up_to_green(self) -> list[LineChange]:
        """The changes of code up to each green, since the green before it or the start."""
        found, first, lines = [], 0, 0
        for light in self.runs:
            lines += light.code
            if light.colour == "green":
                found += [LineChange(first, light.number, Lines(Count(lines)))] * bool(lines)
                first, lines = light.number, 0
        return found

    @property
    def changes(self) -> dict[int, tuple[int, int]]:
        """The lines of code and of tests that changed, by the number of their light."""
        sizes = {light.number: (light.code, light.test_lines) for light in self.runs}
        return {number: lines for number, lines in sizes.items() if any(lines)}

    @property
    def changes_in_green(self) -> int | None:
        """How often code changed in green, with the same tests; None if the lights are too old to say."""
        words = [light.in_green for light in self.runs if light.in_green is not None]
        return sum(word != "" for word in words) if words else None

    @property
    def unasked_in_green(self) -> int:
        """How often of these no test was there for what changed."""
        return sum(light.in_green in (InGreen.UNNOTICED, InGreen.NEW_BEHAVIOUR) for light in self.runs)

    @property
    def guesses(self) -> list[Report]:
        """The lights with a guess."""
        return [light for light in self.record.lights if light.held is not None]

    @cached_property
    def first(self) -> dict[str, str]:
        """Note for each test that was green how it came to be so: the colours are those of `first_green`."""
        found: dict[str, str] = {}
        for light in self.record.lights:
            found |= light.first_green
        return {rule: colour for rule, colour in found.items() if colour}

    @property
    def red_first(self) -> list[str]:
        """The tests that were red, and then the code made them green."""
        return [rule for rule, colour in self.first.items() if colour == "red"]

    @property
    def at_once(self) -> list[str]:
        """The tests that nobody has seen red."""
        return [rule for rule, colour in self.first.items() if colour == "green"]


def name_pairs(records: Sequence[Record], *, anonymous: bool) -> list[PairHistory]:
    """The pairs in the order of their names; anonymous: by numbers, in an order that says nothing of them."""
    if not anonymous:
        ordered = sorted(records, key=lambda record: natural_key(record.pair.name))
        return [PairHistory(record.pair.name, record) for record in ordered]
    names = [record.pair.name for record in records]
    patterns = [(SHORT if len(name) <= 2 else "{}").format(re.escape(name)) for name in names]
    hide = partial(re.compile("|".join(patterns), re.IGNORECASE).sub, HIDDEN)
    shuffled = sorted(records, key=lambda record: sha256(record.pair.id.encode()).digest())
    return [PairHistory(f"pair {n}", hide_names(record, hide)) for n, record in enumerate(shuffled, 1)]


def hide_names(record: Record, hide: Callable[[str], str]) -> Record:
    """The record without the names: a test may be called like a pair."""
    lights = []
    for light in record.lights:
        first_green = {hide(rule): colour for rule, colour in light.first_green.items()}
        lights.append(replace(light, test=hide(light.test), first_green=first_green))
    proof = record.proof and [replace(one, rule=hide(one.rule)) for one in record.proof]
    return Record(replace(record.pair, name=HIDDEN, kata=hide(record.pair.kata)), lights, proof)


def list_verdicts(attempt: Attempt) -> list[VerdictLine]:
    """Give a line for each verdict on a test, for a room: the sentences, and no code.

    Raises CollectionError if the suite of the story cannot be collected.
    """
    return [
        VerdictLine(one_line(one.rule or one.test), str(one.kind), one_line(one.says))
        for one in prove_lights(attempt).verdicts
        if one.test
    ]
