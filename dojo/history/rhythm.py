"""How long an attempt had which colour, here or in a room: stretches of one colour, and the pauses."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from dojo.attempt.light import PAUSE, Light
from dojo.room.models import Report

REST = "pause"


class Stretch(NamedTuple):
    """A time of one colour, or a pause: from when to when, from light to light, and the test in hand."""

    colour: str
    start: float
    end: float
    first: int
    last: int
    test: str

    @property
    def seconds(self) -> float:
        return self.end - self.start


class Rhythm:
    """The stretches between lights, each of which has a colour until the next one."""

    def __init__(self, lights: Sequence[Light | Report], colours: Sequence[str]) -> None:
        self.stretches: list[Stretch] = []
        for (now, after), colour in zip(pairwise(lights), colours):
            kind = REST if after.when - now.when > PAUSE else colour
            if self.stretches and self.stretches[-1].colour == kind != REST:
                self.stretches[-1] = self.stretches[-1]._replace(end=after.when, last=after.number)
            else:
                stretch = Stretch(kind, now.when, after.when, now.number, after.number, now.test)
                self.stretches.append(stretch)

    def of(self, colour: str) -> list[Stretch]:
        """The times of a colour, or the pauses."""
        return [one for one in self.stretches if one.colour == colour]

    def seconds(self, colour: str) -> float:
        return sum(one.seconds for one in self.of(colour))
