"""What an attempt was from each light on, the rows of its runs, and how long it had which colour."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import NamedTuple

from dojo.attempt.diffstat import Lines, lines_between
from dojo.attempt.light import PAUSE, BackLight, JudgeLight, Light, RunLight, ancestors, current_test, runs_of
from dojo.attempt.snapshot import Files
from dojo.room.models import Report
from dojo.screen.palette import COLOURS, NOT_RUN, REFACTORING, Look
from dojo.story.tests import rule_of
from dojo.tracing.trace import InGreen, Moment, Trace
from dojo.wording import time_since

REST = "pause"
LEGEND = "new: brought by make next, which leaves two lights, without it and with it"
COLUMNS = ("light", "at", "after", "colour", "green", "lines changed", "", "test in hand")
NUMBERS = ("light", "after")


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


@dataclass
class RunRow:
    """A run that changed something, and the runs after it that changed nothing; or another verb."""

    lights: list[Light]
    change: LineChange
    """What changed since the last run, or since `make back`."""
    brought: RunLight | None = None
    """The light with the test that `make next` brought here."""
    in_green: InGreen | None = None
    """What code is that changed from green to green, with the same tests."""
    unasked_words: str = ""
    """What no test was there for, if so."""
    unasked: bool = False
    """True if other code was written and no test was failing."""
    above: Light | None = None
    """The first light of the row above."""

    @property
    def light(self) -> Light:
        """Its first light: `make back TO=` its number brings the files back."""
        return self.lights[0]

    @property
    def is_run(self) -> bool:
        """True if the tests ran."""
        return isinstance(self.light, RunLight)

    @property
    def shapes(self) -> Iterator[tuple[Light, Look]]:
        """Its shapes in the strip: one, or two where it brought a test."""
        look = COLOURS[self.light.colour] if isinstance(self.light, RunLight) else NOT_RUN
        yield self.light, look._replace(shape=REFACTORING.shape) if self.in_green else look
        if self.brought and self.brought is not self.light:
            yield self.brought, COLOURS[self.brought.colour]

    @property
    def cells(self) -> tuple[str, ...]:
        """What stands in its columns: 3–5, 22:13, +0:40, × red, 12 of 13, +3 code, ×3, a test"""
        light, last = self.light, self.lights[-1].number
        runs = len(self.lights)
        if self.brought in self.lights[1:]:
            # a test that is brought is no second run
            runs -= 1
        word, green = light.verb, ""
        if isinstance(light, RunLight):
            word = f"{COLOURS[light.colour].shape} {light.colour}"
            green = f"{light.counts.get('green', 0)} of {sum(light.counts.values())}"
        return (
            f"{light.number}–{last}" if last > light.number else f"{light.number}",
            time.strftime("%H:%M", time.localtime(light.when)),
            time_since(light.when - self.above.when) if self.above else "",
            word,
            green,
            self.changed_lines,
            f"×{runs}" if runs > 1 else "",
            self.about,
        )

    @property
    def changed_lines(self) -> str:
        """The lines that changed, of each kind: +3 code ±1 tests"""
        parts = []
        for kind, lines in self.change.lines._asdict().items():
            if lines:
                parts.append(f"{lines} {kind}")
        return " ".join(parts)

    @property
    def about(self) -> str:
        """What it was about: a test and a guess, where `make back` went, or what the tests catch."""
        words = self.words_of_light
        if not self.in_green:
            return words
        if self.unasked_words:
            words = f"{self.unasked_words} · {words}" if words else self.unasked_words
        return f"{REFACTORING.shape} {words}".rstrip()

    @property
    def words_of_light(self) -> str:
        """What it was about, without what is to be said of a change in green."""
        light = self.guessed or self.light
        rule = rule_of(current_test(self.brought or light))
        if self.brought:
            rule = f"new {COLOURS[self.brought.colour].shape} {rule}"
        match light:
            case BackLight():
                return f"to light {light.to}"
            case JudgeLight(accepted=(fine, right), caught=(caught, wrong)):
                return f"accepts {fine}/{right}, catches {caught}/{wrong}"
            case RunLight(held=True):
                return f"as expected · {rule}"
            case RunLight(held=False):
                return f"{light.expected} expected · {rule}"
        return rule

    @property
    def guessed(self) -> RunLight | None:
        """Its first run with a guess, if there is one."""
        for run in runs_of(self.lights):
            if run.expected is not None:
                return run
        return None


def group_rows(states: Sequence[RunState], trace: Trace) -> list[RunRow]:
    """Group the runs that changed nothing with the run before, in the order of their first lights."""
    rows: list[RunRow] = []
    running: RunRow | None = None
    for now in states:
        row = RunRow([now.light], LineChange())
        if isinstance(now.light, RunLight):
            before = now.last(has_new_files)
            row = row_of(before, now, trace.moments[now.light.number])
            is_repeated = before is None or says_the_same(before, now)
            # `make next` leaves two lights for one run, without the test that it brings and with it
            is_second_half = row.brought and running and len(running.lights) == 1
            if running and (is_repeated or is_second_half):
                running.lights.append(now.light)
                running.brought = row.brought or running.brought
                continue
        row.above = rows[-1].light if rows else None
        rows.append(row)
        if isinstance(now.light, RunLight | BackLight):
            running = row if isinstance(now.light, RunLight) else None
    return rows


def has_new_files(state: RunState) -> bool:
    """True for a state that can differ from the one before: after a run, or `make back`."""
    return isinstance(state.light, RunLight | BackLight)


def says_the_same(before: RunState, now: RunState) -> bool:
    """True if neither the files nor what the tests said of them has changed."""
    is_same_work = before.files == now.files and before.revealed == now.revealed
    is_same_answer = counts_of(before.light) == counts_of(now.light) and before.colour == now.colour
    return is_same_work and is_same_answer


def counts_of(light: Light) -> Mapping[str, int]:
    """Return how many tests had each colour; none if they did not run."""
    return light.counts if isinstance(light, RunLight) else {}


def row_of(before: RunState | None, now: RunState, moment: Moment) -> RunRow:
    """The row of a run that changed something. The files that `make start` wrote are no change."""
    row = RunRow([now.light], change_between(now if now.light.verb == "start" else before, now))
    if before:
        is_brought = (before.revealed + 1, before.files) == (now.revealed, now.files)
        if is_brought and isinstance(now.light, RunLight) and now.light.verb == "next":
            row.brought = now.light
        row.in_green, row.unasked_words = moment.in_green, moment.in_green_words
    if row.change.lines.code and not row.in_green:
        # where the tests crash for another reason than a new test, the run before counts
        last = now.last(lambda state: state.colour == "green" or state.asks_for_code)
        row.unasked = last is None or not last.asks_for_code
    return row


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
