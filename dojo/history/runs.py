"""What an attempt was from each light on, and its runs as the rows of `make lights`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from dojo.attempt.diffstat import Lines, lines_between
from dojo.attempt.light import Light, ancestors
from dojo.attempt.snapshot import Files
from dojo.prove.tests import normalize_code


@dataclass(frozen=True)
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
    is_brought: bool = False
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
    def tests(self) -> int:
        """How many tests that run had."""
        return sum(self.run.counts.values()) if self.run else 0

    @property
    def asks_for_code(self) -> bool:
        """True if a test was red, or crashed when it was brought."""
        return self.colour == "red" or (self.colour == "amber" and self.is_brought)


def trace_states(lights: Sequence[Light], files: dict[str, Files]) -> list[RunState]:
    """Follow an attempt through its lights: a state for each; `files` are those of each commit."""
    states: list[RunState] = []
    shown = 0
    for light in lights:
        revealed = shown if light.revealed is None else light.revealed
        there = now = files[light.commit]
        run: Light | None = light
        if light.verb == "back":
            now = files[lights[light.to - 1].commit]
            same = (one for one in reversed(states) if (one.files, one.revealed) == (now, revealed))
            run = next((one.light for one in same if one.light.judged), None)
        elif not light.judged:
            run = states[-1].run if states else None
        is_brought = light.verb in ("start", "next") and revealed > shown
        states.append(RunState(light, there, now, revealed, run, is_brought))
        shown = revealed
    return states


def path_to(states: Sequence[RunState], number: int) -> Iterator[RunState]:
    """The states that led to the light of that number, the last one first; `make back` takes some out."""
    lights = [state.light for state in states[: number - 1]]
    return (states[light.number - 1] for light in ancestors(lights))


@dataclass
class RunRow:
    """A run that changed something, and the runs after it that changed nothing; or another verb."""

    lights: list[Light]
    runs: int = 0
    """The number of runs; 0 for another verb."""
    lines: Lines = field(default_factory=Lines)
    """What changed since the last run, or since `make back`."""
    base: int = 0
    """The number of the light with the files of before; 0 if there were none."""
    brought: Light | None = None
    """The light with the test that `make next` brought here."""
    in_green: bool = False
    """True if code changed from green to green, with the same tests."""

    @property
    def light(self) -> Light:
        """Its first light: `make back TO=` its number brings the files back."""
        return self.lights[0]

    @property
    def judged(self) -> bool:
        """True for a run."""
        return self.light.judged


def group_rows(states: Sequence[RunState]) -> list[RunRow]:
    """Group the runs that changed nothing with the run before, in the order of their first lights."""
    rows: list[RunRow] = []
    running: RunRow | None = None
    before: RunState | None = None
    for now in states:
        if not now.light.judged:
            rows.append(RunRow([now.light]))
            if now.light.verb == "back":
                running, before = None, now
            continue
        if running and before and is_unchanged(before, now):
            running.lights.append(now.light)
            running.runs += 1
        elif running and before and brings(before, now) and len(running.lights) == 1:
            running.lights.append(now.light)
            running.brought = now.light
        else:
            running = row_of(before, now)
            rows.append(running)
        before = now
    return rows


def row_of(before: RunState | None, now: RunState) -> RunRow:
    """The row of a run that changed something. The files that `make start` wrote are no change."""
    if now.light.verb == "start":
        return RunRow([now.light], 1, base=before.number if before else 0)
    lines = lines_between(before.files if before else {}, now.files)
    if not before:
        return RunRow([now.light], 1, lines)
    brought = now.light if brings(before, now) else None
    return RunRow([now.light], 1, lines, before.number, brought, is_still_green(before, now))


def is_unchanged(before: RunState, now: RunState) -> bool:
    """True if files, tests and colours are the same."""
    same = (before.files, before.revealed, before.light.counts) == (now.files, now.revealed, now.light.counts)
    return same and before.colour == now.colour


def brings(before: RunState, now: RunState) -> bool:
    """True if `make next` brought one more test, on the same files."""
    one_more = before.revealed + 1 == now.revealed
    return now.light.verb == "next" and one_more and before.files == now.files


def is_still_green(before: RunState, now: RunState) -> bool:
    """True if it is green with the same tests and other code: layout and comments alone are no change."""
    same = (before.revealed, before.tests) == (now.revealed, now.tests)
    changed = normalize_code(before.files) != normalize_code(now.files)
    return same and before.colour == now.colour == "green" and changed


@dataclass(frozen=True)
class LineChange:
    """The lines that changed from one light to another, and the numbers of the two; 0 is the empty file."""

    first: int
    last: int
    lines: Lines


def greens(states: Sequence[RunState]) -> Iterator[tuple[RunState, list[RunState]]]:
    """Each green run, and the states that led to it, the last first."""
    for state in states:
        if state.light.judged and state.colour == "green":
            yield state, [*path_to(states, state.light.number)]


def changes_to_green(states: Sequence[RunState]) -> Iterator[LineChange]:
    """What was changed up to each green: since the green before it, or since the empty file."""
    for now, path in greens(states):
        if now.light.verb == "start":  # it begins with the code of another attempt
            continue
        before = next((one for one in path if one.colour == "green" or one.light.verb == "start"), None)
        lines = lines_between(before.files if before else {}, now.files)
        yield LineChange(before.number if before else 0, now.number, lines)


def changes_while_failing(states: Sequence[RunState]) -> Iterator[LineChange]:
    """The code that was written from each red to its green."""
    for now, path in greens(states):
        reds = [one for one in takewhile(lambda one: one.colour != "green", path) if one.colour == "red"]
        if reds and (lines := Lines(lines_between(reds[-1].files, now.files).code)).number:
            yield LineChange(reds[-1].number, now.number, lines)


def changes_unasked(states: Sequence[RunState], rows: Sequence[RunRow]) -> Iterator[LineChange]:
    """The code of each run before which no test was failing, but for changes from green to green.

    Where the tests crash for another reason than a new test, the run before counts.
    """
    for row in rows:
        if not row.judged or row.in_green or not row.lines.code:
            continue
        path = path_to(states, row.light.number)
        last = next((one for one in path if one.colour == "green" or one.asks_for_code), None)
        if last is None or not last.asks_for_code:
            yield LineChange(row.base, row.light.number, Lines(row.lines.code))
