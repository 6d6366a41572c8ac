"""What an attempt was from each light on, the rows of its runs, and how long it had which colour."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import NamedTuple

from dojo.attempt.diffstat import Lines, lines_between
from dojo.attempt.light import PAUSE, BackLight, Light, RunLight, ancestors, current_test
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
    run: RunLight | None
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
    def asks_for_code(self) -> bool:
        """True if a test was red, or crashed when it was brought."""
        return self.colour == "red" or (self.colour == "amber" and self.is_brought)

    @property
    def path(self) -> Iterator["RunState"]:
        """Those that led to it, the last one first."""
        state = self.before
        while state:
            yield state
            state = state.before

    def last(self, condition: Callable[["RunState"], bool]) -> "RunState | None":
        """The last of those for which a condition is true."""
        return next(filter(condition, self.path), None)


def trace_states(lights: list[Light], files: dict[str, Files]) -> list[RunState]:
    """Follow an attempt through its lights: a state for each; `files` are those of each, by its id."""
    states: list[RunState] = []
    shown = 0
    for light in lights:
        revealed = shown
        if isinstance(light, RunLight | BackLight) and light.revealed is not None:
            revealed = light.revealed
        found = now = files[light.id]
        before = state_before(states, lights, light)
        run = before.run if before else None
        if isinstance(light, RunLight):
            run = light
        elif isinstance(light, BackLight):
            now = states[light.to - 1].found
            run = last_run_of(states, now, revealed)
        is_brought = light.verb in ("start", "next") and revealed > shown
        states.append(RunState(light, found, now, revealed, run, before, is_brought))
        shown = revealed
    return states


def state_before(states: Sequence[RunState], lights: Sequence[Light], light: Light) -> RunState | None:
    """Return the state that led to a light: after `make back` it is not the one of the light before."""
    # the first of them is the light itself
    led_to_it = islice(ancestors(lights[: light.number]), 1, None)
    before = next(led_to_it, None)
    return states[before.number - 1] if before else None


def last_run_of(states: Sequence[RunState], files: Files, revealed: int) -> RunLight | None:
    """Return the last run of these files with as many revealed tests; None if there was none."""
    for state in reversed(states):
        is_same = state.files == files and state.revealed == revealed
        if is_same and isinstance(state.light, RunLight):
            return state.light
    return None


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
    first = number_of_files(before.light) if before else 0
    return LineChange(first, number_of_files(now.light), lines)


def number_of_files(light: Light) -> int:
    """Return the number of the light whose files are there from a light on."""
    return light.to if isinstance(light, BackLight) else light.number


class Stretch(NamedTuple):
    """A while in which the bar has one colour, or a pause: when, between which lights, and at which test."""

    colour: str
    start: float
    end: float
    first: int
    last: int
    test: str

    @property
    def seconds(self) -> float:
        return self.end - self.start


def test_of(light: Light | Report) -> str:
    """Return the test that a light is about; a room has its rule alone."""
    return light.test if isinstance(light, Report) else current_test(light)


class Rhythm:
    """The stretches between lights, of an attempt or in a room; a light has its colour until the next one."""

    def __init__(self, lights: Sequence[Light | Report], colours: Sequence[str]) -> None:
        self.stretches: list[Stretch] = []
        for (now, after), colour in zip(pairwise(lights), colours):
            kind = REST if after.when - now.when > PAUSE else colour
            if self.stretches and self.stretches[-1].colour == kind != REST:
                self.stretches[-1] = self.stretches[-1]._replace(end=after.when, last=after.number)
            else:
                stretch = Stretch(kind, now.when, after.when, now.number, after.number, test_of(now))
                self.stretches.append(stretch)

    def of(self, colour: str) -> list[Stretch]:
        """The times of a colour, or the pauses."""
        return [stretch for stretch in self.stretches if stretch.colour == colour]

    def seconds(self, colour: str) -> float:
        return sum(stretch.seconds for stretch in self.of(colour))
