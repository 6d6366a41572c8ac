"""What the lights of an attempt tell together: how long it was of which colour, and what changed."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise

from dojo.attempt.changes import changed_lines
from dojo.attempt.lights import Light
from dojo.attempt.snapshot import Files


@dataclass(frozen=True)
class Stretch:
    """A time of one colour: the numbers of its first and its last light, and how many seconds it took."""

    colour: str
    first: int
    last: int
    seconds: float


@dataclass(frozen=True)
class Change:
    """What was changed from one green to the next: their numbers, and how many lines."""

    first: int
    last: int
    lines: int


@dataclass(frozen=True)
class Summary:
    """The whole session."""

    runs: Counter[str]
    seconds: float
    stretches: list[Stretch]
    largest: Change | None
    held: int
    predicted: int

    @property
    def turns(self) -> int:
        """How often the colour changed."""
        return max(0, len(self.stretches) - 1)

    def time_in(self, colour: str) -> float:
        """The seconds of this colour."""
        return sum(stretch.seconds for stretch in self.stretches if stretch.colour == colour)

    def longest(self, colour: str) -> Stretch | None:
        """The longest time of this colour."""
        those = [stretch for stretch in self.stretches if stretch.colour == colour]
        return max(those, key=lambda stretch: stretch.seconds, default=None)


def summary(lights: list[Light], files: dict[str, Files]) -> Summary:
    """Sum up the lights; `files` are those of each commit."""
    predictions = [light.told["held"] for light in lights if "held" in light.told]
    return Summary(
        runs=Counter(light.colour for light in lights if light.judged),
        seconds=lights[-1].when - lights[0].when if lights else 0,
        stretches=list(stretches(lights)),
        largest=max(changes(lights, files), key=lambda change: change.lines, default=None),
        held=sum(map(bool, predictions)),
        predicted=len(predictions),
    )


def coloured(lights: list[Light]) -> Iterator[tuple[Light, str]]:
    """Each light from which on the attempt is of a known colour: a run, or the way back to one."""
    runs = {light.number: light.colour for light in lights if light.judged}
    for light in lights:
        number = light.told["to"] if light.verb == "back" else light.number
        if number in runs:
            yield light, runs[number]


def stretches(lights: list[Light]) -> Iterator[Stretch]:
    """The times of one colour, one after the other: each lasts until the light that ends it."""
    parts = [list(part) for _, part in groupby(coloured(lights), key=lambda pair: pair[1])]
    ends = [part[0][0].when for part in parts[1:]] + [light.when for light in lights[-1:] if parts]
    for part, end in zip(parts, ends, strict=True):
        (first, colour), (last, _) = part[0], part[-1]
        yield Stretch(colour, first.number, last.number, end - first.when)


def changes(lights: list[Light], files: dict[str, Files]) -> Iterator[Change]:
    """From each green to the next one, where the files differ."""
    greens = [light for light in lights if light.judged and light.colour == "green"]
    for before, after in pairwise(greens):
        if lines := changed_lines(files[before.commit], files[after.commit]).all:
            yield Change(before.number, after.number, lines)
