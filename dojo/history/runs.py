"""What an attempt was from each light on, what changed, and how long it had which colour."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import NamedTuple

from dojo.attempt.diffstat import Lines, lines_between
from dojo.attempt.light import PAUSE, Light, ancestors
from dojo.attempt.snapshot import Files
from dojo.room.models import Report

REST = "pause"


@dataclass(frozen=True, eq=False)
class RunState:
    """An attempt from a light on, until the next one."""

    light: Light
    found: Files
    """The files of the light, when it was recorded."""
    files: Files
    """The files from then on: `make back` brings others."""
    revealed: int
    """How many tests of the kata have been shown."""
    run: Light | None
    """The last run of these files with these tests, if there was one."""
    before: "RunState | None"
    """The one that led to it: `make back` takes out those between."""
    is_brought: bool
    """True if `make next` has just shown a test, or `make start` the first case."""

    @property
    def colour(self) -> str:
        """The colour of that run; nothing if there was none."""
        return self.run.colour if self.run else ""

    @property
    def path(self) -> Iterator["RunState"]:
        """Those that led to it, the last one first."""
        one = self.before
        while one:
            yield one
            one = one.before

    def last(self, condition: Callable[["RunState"], bool]) -> "RunState | None":
        """The last of those for which a condition is true."""
        return next(filter(condition, self.path), None)


def trace_states(lights: list[Light], files: dict[str, Files]) -> list[RunState]:
    """Follow an attempt through its lights: a state for each; `files` are those of each commit."""
    states: list[RunState] = []
    shown = 0
    for light in lights:
        revealed = shown if light.revealed is None else light.revealed
        found = now = files[light.commit]
        led = next(islice(ancestors(lights[: light.number]), 1, None), None)
        before = states[led.number - 1] if led else None
        run = light if light.judged else before.run if before else None
        if light.verb == "back":
            now = states[light.to - 1].found
            same = (one for one in reversed(states) if (one.files, one.revealed) == (now, revealed))
            run = next((one.light for one in same if one.light.judged), None)
        is_brought = light.verb in ("start", "next") and revealed > shown
        states.append(RunState(light, found, now, revealed, run, before, is_brought))
        shown = revealed
    return states


class LineChange(NamedTuple):
    """The lines that changed from one light to another, and the numbers of the two; 0 is the empty file."""

    first: int = 0
    last: int = 0
    lines: Lines = Lines()

    def __str__(self) -> str:
        """from light 2 to 4"""
        return f"from light {self.first} to {self.last}" if self.first else f"up to light {self.last}"


def change_between(before: RunState | None, now: RunState) -> LineChange:
    """What changed from one state, or from the empty file, to another."""
    lines = lines_between(before.files if before else {}, now.files)
    # a state after `make back` is named after the light whose files it has
    first, last = (one.light.to or one.light.number if one else 0 for one in (before, now))
    return LineChange(first, last, lines)


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
    """The stretches between lights, of an attempt or in a room; a light has its colour until the next one."""

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
