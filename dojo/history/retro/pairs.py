"""What the lights of a pair tell: the rhythm, the changes, the guesses, and where it ended."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from dojo.attempt.clock import PAUSE
from dojo.prove.verdict import SEEN_RED, Kind
from dojo.room.models import Record, Report

REST = "pause"


class Stretch(NamedTuple):
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


class Size(NamedTuple):
    """How many lines changed up to a run, and its colour."""

    number: int
    code: int
    tests: int
    colour: str


class Missed(NamedTuple):
    """A guess that did not hold."""

    expected: str
    came: str
    test: str


@dataclass(frozen=True)
class Told:
    """A pair, by the name that the page gives it."""

    name: str
    record: Record

    @cached_property
    def runs(self) -> list[Report]:
        """The lights that have a colour."""
        return [light for light in self.record.lights if light.judged]

    @cached_property
    def stretches(self) -> list[Stretch]:
        """The rhythm: times of one colour, and the pauses between them."""
        found: list[Stretch] = []
        for now, after in pairwise(self.runs):
            colour = REST if after.when - now.when > PAUSE else now.colour
            one = Stretch(colour, now.when, after.when, now.number, after.number, now.test)
            last = found[-1] if found else None
            if last and last.colour == colour != REST:
                found[-1] = last._replace(end=one.end, last=one.last)
            else:
                found.append(one)
        return found

    def seconds_in(self, colour: str) -> float:
        """The time of a colour."""
        return sum(one.seconds for one in self.stretches if one.colour == colour)

    @property
    def longest_red(self) -> Stretch | None:
        """The longest time in red."""
        reds = [one for one in self.stretches if one.colour == "red"]
        return max(reds, key=lambda one: one.seconds, default=None)

    @cached_property
    def sizes(self) -> list[Size]:
        """The size of each change that a run saw."""
        return [
            Size(light.number, light.code, light.test_lines, light.colour)
            for light in self.runs
            if light.code or light.test_lines
        ]

    @property
    def steps(self) -> Iterator[tuple[int, int, int]]:
        """From green to green: the first light, the last one, and the lines of code between them."""
        first, lines = 0, 0
        for light in self.runs:
            lines += light.code
            if light.colour == "green":
                if lines:
                    yield first, light.number, lines
                first, lines = light.number, 0

    @property
    def tidied(self) -> int:
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
        return [light for light in self.record.lights if light.held is not None]

    @property
    def held(self) -> int:
        return sum(light.held is True for light in self.guesses)

    @property
    def missed(self) -> list[Missed]:
        """The guesses that did not hold."""
        return [Missed(light.expected, light.colour, light.test) for light in self.guesses if not light.held]

    @property
    def proof(self) -> Counter[str] | None:
        """How many tests have which verdict; none if nobody has sent a proof."""
        if self.record.proof is None:
            return None
        return Counter(one.kind for one in self.record.proof)

    @cached_property
    def first(self) -> dict[str, bool]:
        """For each test that turned green: did somebody see it red before?"""
        if self.record.proof is not None:
            return {
                one.rule: one.kind in SEEN_RED
                for one in self.record.proof
                if one.kind in {*SEEN_RED, Kind.PASSES, Kind.MADE_GREEN, Kind.UNSEEN}
            }
        found: dict[str, bool] = {}
        for light in self.record.lights:
            for rule, colour in light.first_green.items():
                found.setdefault(rule, colour == "red")
        return found

    @property
    def at_once(self) -> list[str]:
        """The tests that nobody saw red."""
        return [rule for rule, was_red in self.first.items() if not was_red]

    @property
    def end(self) -> Report | None:
        """The last run."""
        return self.runs[-1] if self.runs else None
