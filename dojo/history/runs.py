"""What an attempt was from each light on, and its runs as the rows of `make lights`."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from dojo.attempt.diffstat import Lines, lines_between
from dojo.attempt.light import Light, ancestors
from dojo.attempt.snapshot import Files
from dojo.prove.versions import Revision


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
    def number(self) -> int:
        """The number of the light that brings these files back."""
        return self.light.to if self.light.verb == "back" else self.light.number

    @property
    def colour(self) -> str:
        """The colour of that run; nothing if there was none."""
        return self.run.colour if self.run else ""

    @property
    def turns(self) -> bool:
        """True if its light may change the files or the colour: a run, or `make back`."""
        return self.light.judged or self.light.verb == "back"

    @property
    def asks_for_code(self) -> bool:
        """True if a test was red, or crashed when it was brought."""
        return self.colour == "red" or (self.colour == "amber" and self.is_brought)

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
    return LineChange(before.number if before else 0, now.number, lines)


@dataclass
class RunRow:
    """A run that changed something, and the runs after it that changed nothing; or another verb."""

    lights: list[Light]
    change: LineChange
    """What changed since the last run, or since `make back`."""
    brought: Light | None = None
    """The light with the test that `make next` brought here."""
    in_green: bool = False
    """True if code changed from green to green, with the same tests."""
    unasked: bool = False
    """True if other code was written and no test was failing."""

    @property
    def light(self) -> Light:
        """Its first light: `make back TO=` its number brings the files back."""
        return self.lights[0]

    @property
    def runs(self) -> int:
        """How often it ran; a test that `make next` brings is no second run."""
        return len(self.lights) - (self.brought in self.lights[1:]) if self.light.judged else 0


def group_rows(states: Sequence[RunState]) -> list[RunRow]:
    """Group the runs that changed nothing with the run before, in the order of their first lights."""
    rows: list[RunRow] = []
    running: RunRow | None = None
    for now in states:
        before = now.last(lambda one: one.turns)
        if not now.light.judged:
            rows.append(RunRow([now.light], LineChange()))
            running = None if now.turns else running
        elif running and before and is_unchanged(before, now):
            running.lights.append(now.light)
        elif running and before and brings(before, now) and len(running.lights) == 1:
            running.lights.append(now.light)
            running.brought = now.light
        else:
            running = row_of(before, now)
            rows.append(running)
    return rows


def row_of(before: RunState | None, now: RunState) -> RunRow:
    """The row of a run that changed something. The files that `make start` wrote are no change."""
    change = change_between(now if now.light.verb == "start" else before, now)
    in_green = before is not None and is_still_green(before, now)
    brought = now.light if before and brings(before, now) else None
    unasked = bool(change.lines.code) and not in_green and not was_asked(now)
    return RunRow([now.light], change, brought, in_green, unasked)


def is_unchanged(before: RunState, now: RunState) -> bool:
    """True if files, tests and colours are the same."""
    same = (before.files, before.revealed, before.light.counts) == (now.files, now.revealed, now.light.counts)
    return same and before.colour == now.colour


def brings(before: RunState, now: RunState) -> bool:
    """True if `make next` brought one more test, on the same files."""
    return now.light.verb == "next" and (before.revealed + 1, before.files) == (now.revealed, now.files)


def is_still_green(before: RunState, now: RunState) -> bool:
    """True if it is green with the same tests and other code: layout and comments alone are no change."""
    numbers = [sum(one.run.counts.values()) if one.run else 0 for one in (before, now)]
    same = before.revealed == now.revealed and numbers[0] == numbers[1]
    changed = Revision(files=before.files).normal_code != Revision(files=now.files).normal_code
    return same and before.colour == now.colour == "green" and changed


def was_asked(now: RunState) -> bool:
    """True if a test was failing before this run.

    Where the tests crash for another reason than a new test, the run before counts.
    """
    last = now.last(lambda one: one.colour == "green" or one.asks_for_code)
    return last is not None and last.asks_for_code
