"""The rows of `make lights`: a run that changed something, not an Enter key."""

from dataclasses import dataclass, field

from dojo.attempt.diffstat import Lines, lines_between
from dojo.attempt.light import Light
from dojo.attempt.snapshot import Files
from dojo.history.states import State
from dojo.prove.session.stages import the_code


@dataclass
class Row:
    """A run that changed something, and the runs after it that changed nothing; or another verb."""

    lights: list[Light]
    runs: int
    """The number of runs; 0 for another verb."""
    lines: Lines = field(default_factory=Lines)
    """What changed since the last run, or since `make back`."""
    base: int = 0
    """The number of the light with the files of before; 0 if there were none."""
    brought: Light | None = None
    """The light with the test that `make next` brought here."""
    refactoring: bool = False
    """From green to green, with the same tests and other code?"""

    @property
    def light(self) -> Light:
        """Its first light: `make back TO=` its number brings the files back."""
        return self.lights[0]

    @property
    def judged(self) -> bool:
        """Is it a run?"""
        return self.light.judged


def rows(states: list[State]) -> list[Row]:
    """The rows, in the order of their first lights."""
    found: list[Row] = []
    running: Row | None = None
    before: State | None = None
    for now in states:
        light = now.light
        if not light.judged:
            found.append(Row([light], 0))
            if light.verb == "back":
                running, before = None, now
            continue
        if running and before and unchanged(before, now):
            running.lights.append(light)
            running.runs += 1
        elif running and before and brings(before, now) and len(running.lights) == 1:
            running.lights.append(light)
            running.brought = light
        else:
            running = row(before, now)
            found.append(running)
        before = now
    return found


def row(before: State | None, now: State) -> Row:
    """The row of a run that changed something."""
    lines = lines_between(base(before, now), now.files)
    return Row(
        [now.light],
        runs=1,
        lines=lines,
        base=before.number if before else 0,
        brought=now.light if before and brings(before, now) else None,
        refactoring=bool(before and lines.code and still_green(before, now)),
    )


def base(before: State | None, now: State) -> Files:
    """The files to count the lines of a run from; the files of `make start` are no change."""
    if now.light.verb == "start":
        return now.files
    return before.files if before else {}


def unchanged(before: State, now: State) -> bool:
    """Are files, tests and colours the same?"""
    same = (before.files, before.revealed, before.light.counts) == (now.files, now.revealed, now.light.counts)
    return same and before.colour == now.colour


def brings(before: State, now: State) -> bool:
    """Did `make next` bring one more test, on the same files?"""
    one_more = before.revealed + 1 == now.revealed
    return now.light.verb == "next" and one_more and before.files == now.files


def still_green(before: State, now: State) -> bool:
    """Is it green with the same tests as before, and other code? Layout and comments alone are no change."""
    same = (before.revealed, before.tests) == (now.revealed, now.tests)
    return same and before.colour == now.colour == "green" and the_code(before.files) != the_code(now.files)
