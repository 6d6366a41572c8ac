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
from dojo.tracing.moment import InGreen
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
        all_time = duration(self.runs[-1].when - self.runs[0].when)
        sentence = f"{count_of(len(self.runs), 'run')} in {all_time}"
        times = []
        for colour in (*COLOURS, REST):
            seconds = self.rhythm.seconds(colour)
            if seconds:
                times.append(f"{duration(seconds)} {colour}")
        return f"{sentence}: {', '.join(times)}" if times else sentence

    @property
    def up_to_green(self) -> list[LineChange]:
        """The changes of code up to each green, since the green before it or the start."""
        changes = []
        last_green = 0
        lines = 0
        for light in self.runs:
            lines += light.code
            if light.colour != "green":
                continue
            if lines:
                changes.append(LineChange(last_green, light.number, Lines(Count(lines))))
            last_green = light.number
            lines = 0
        return changes

    @property
    def changes(self) -> dict[int, tuple[int, int]]:
        """The lines of code and of tests that changed, by the number of their light."""
        sizes = {}
        for light in self.runs:
            if light.code or light.test_lines:
                sizes[light.number] = (light.code, light.test_lines)
        return sizes

    @property
    def changes_in_green(self) -> int | None:
        """How often code changed in green, with the same tests; None if the lights are too old to say."""
        words = [light.in_green for light in self.runs if light.in_green is not None]
        if not words:
            return None
        # a light that knows that no code changed in green has an empty word
        return len(words) - words.count("")

    @property
    def unasked_in_green(self) -> int:
        """How often of these no test was there for what changed."""
        words = [light.in_green for light in self.runs]
        return words.count(InGreen.UNNOTICED) + words.count(InGreen.NEW_BEHAVIOUR)

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
        # an empty colour takes back what an earlier light has said
        return {rule: colour for rule, colour in found.items() if colour}

    @property
    def red_first(self) -> list[str]:
        """The tests that were red, and then the code made them green."""
        return self.rules_that_came("red")

    @property
    def at_once(self) -> list[str]:
        """The tests that nobody has seen red."""
        return self.rules_that_came("green")

    def rules_that_came(self, colour: str) -> list[str]:
        return [rule for rule, first_colour in self.first.items() if first_colour == colour]


def name_pairs(records: Sequence[Record], *, anonymous: bool) -> list[PairHistory]:
    """Return the pairs by their names; anonymous: by numbers, in an order that says nothing of them."""
    pairs = []
    if not anonymous:
        for record in sorted(records, key=lambda record: natural_key(record.pair.name)):
            pairs.append(PairHistory(record.pair.name, record))
        return pairs
    patterns = [pattern_of(record.pair.name) for record in records]
    hide = partial(re.compile("|".join(patterns), re.IGNORECASE).sub, HIDDEN)
    shuffled = sorted(records, key=lambda record: sha256(record.pair.id.encode()).digest())
    for number, record in enumerate(shuffled, 1):
        pairs.append(PairHistory(f"pair {number}", hide_names(record, hide)))
    return pairs


def pattern_of(name: str) -> str:
    """Return a pattern that finds the name of a pair in a text."""
    escaped = re.escape(name)
    return SHORT.format(escaped) if len(name) <= 2 else escaped


def hide_names(record: Record, hide: Callable[[str], str]) -> Record:
    """Return the record without the names: a test may be called like a pair."""
    lights = []
    for light in record.lights:
        first_green = {hide(rule): colour for rule, colour in light.first_green.items()}
        lights.append(replace(light, test=hide(light.test), first_green=first_green))
    proof: list[VerdictLine] | None = None
    if record.proof is not None:
        proof = []
        for verdict in record.proof:
            proof.append(replace(verdict, rule=hide(verdict.rule)))
    return Record(replace(record.pair, name=HIDDEN, kata=hide(record.pair.kata)), lights, proof)


def list_verdicts(attempt: Attempt) -> list[VerdictLine]:
    """Return a line for each verdict on a test, for a room: the sentences, and no code.

    Raises CollectionError if the suite of the story cannot be collected.
    """
    lines = []
    for verdict in prove_lights(attempt).verdicts:
        if verdict.test:
            rule = one_line(verdict.rule or verdict.test)
            lines.append(VerdictLine(rule, str(verdict.kind), one_line(verdict.says)))
    return lines
