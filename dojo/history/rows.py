"""The rows of the runs of an attempt: what `make lights` shows of each, and the runs that are one row."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dojo.attempt.light import BackLight, JudgeLight, Light, RunLight, current_test, runs_of
from dojo.history.runs import LineChange, RunState, change_between
from dojo.screen.palette import COLOURS, NOT_RUN, REFACTORING, Look
from dojo.story.tests import rule_of
from dojo.tracing.moment import InGreen, Moment
from dojo.tracing.trace import Trace
from dojo.wording import time_since

LEGEND = "new: brought by make next, which leaves two lights, without it and with it"


COLUMNS = ("light", "at", "after", "colour", "green", "lines changed", "", "test in hand")


NUMBERS = ("light", "after")


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
