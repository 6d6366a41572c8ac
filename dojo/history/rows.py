"""The rows of `make lights`: the runs that changed something, in words and in shapes."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dojo.attempt.light import Light
from dojo.history.runs import LineChange, RunState, change_between
from dojo.prove.versions import version_of
from dojo.screen.palette import COLOURS, NOT_RUN, REFACTORING, Look
from dojo.screen.words import time_since
from dojo.story.tests import rule_of

NEW = "new"
"""What stands before a test that `make next` has just brought."""
LEGEND = f"{NEW}: brought by make next, which leaves two lights, without it and with it"
COLUMNS = ("light", "at", "after", "colour", "green", "lines changed", "", "test in hand")
NUMBERS = ("light", "after")


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
    above: Light | None = None
    """The first light of the row above."""

    @property
    def light(self) -> Light:
        """Its first light: `make back TO=` its number brings the files back."""
        return self.lights[0]

    @property
    def runs(self) -> int:
        """How often it ran; a test that `make next` brings is no second run."""
        return len(self.lights) - (self.brought in self.lights[1:]) if self.light.judged else 0

    @property
    def word(self) -> str:
        return self.light.colour if self.light.judged else self.light.verb

    @property
    def shapes(self) -> Iterator[tuple[Light, Look]]:
        """Its shapes in the strip: one, or two where it brought a test."""
        look = COLOURS[self.light.colour] if self.light.judged else NOT_RUN
        yield self.light, look._replace(shape=REFACTORING.shape) if self.in_green else look
        if self.brought not in (None, self.light):
            yield self.brought, COLOURS[self.brought.colour]

    @property
    def cells(self) -> tuple[str, ...]:
        """What stands in its columns: 3–5, 22:13, +0:40, × red, 12 of 13, +3 code, ×3, a test"""
        light, last = self.light, self.lights[-1].number
        word, green = self.word, ""
        if light.judged:
            word = f"{COLOURS[light.colour].shape} {word}"
            green = f"{light.counts.get('green', 0)} of {sum(light.counts.values())}"
        return (
            f"{light.number}–{last}" if last > light.number else f"{light.number}",
            time.strftime("%H:%M", time.localtime(light.when)),
            time_since(light.when - self.above.when) if self.above else "",
            word,
            green,
            " ".join(f"{lines} {kind}" for kind, lines in self.change.lines._asdict().items() if lines),
            f"×{self.runs}" if self.runs > 1 else "",
            self.about,
        )

    @property
    def about(self) -> str:
        """What it was about: a test and a guess, where `make back` went, or what the tests catch."""
        light = next((light for light in self.lights if light.held is not None), self.light)
        rule = rule_of((self.brought or light).test)
        if self.brought:
            rule = f"{NEW} {COLOURS[self.brought.colour].shape} {rule}"
        match light:
            case Light(verb="back"):
                rule = f"to light {light.to}"
            case Light(verb="judge", accepted=(fine, right), caught=(caught, wrong)):
                rule = f"accepts {fine}/{right}, catches {caught}/{wrong}"
            case Light(held=True):
                rule = f"as expected · {rule}"
            case Light(held=False):
                rule = f"{light.expected} expected · {rule}"
        return f"{REFACTORING.shape} {rule}".rstrip() if self.in_green else rule


def group_rows(states: Sequence[RunState]) -> list[RunRow]:
    """Group the runs that changed nothing with the run before, in the order of their first lights."""
    rows: list[RunRow] = []
    running: RunRow | None = None
    for now in states:
        row = RunRow([now.light], LineChange())
        if now.light.judged:
            before = now.last(lambda one: one.light.judged or one.light.verb == "back")
            row = row_of(before, now)
            is_again = before is not None and what_runs(before) == what_runs(now)
            if running and (is_again or (row.brought and len(running.lights) == 1)):
                running.lights.append(now.light)
                running.brought = row.brought or running.brought
                continue
        row.above = rows[-1].light if rows else None
        rows.append(row)
        if now.light.judged or now.light.verb == "back":
            running = row if now.light.judged else None
    return rows


def row_of(before: RunState | None, now: RunState) -> RunRow:
    """The row of a run that changed something. The files that `make start` wrote are no change."""
    row = RunRow([now.light], change_between(now if now.light.verb == "start" else before, now))
    if before:
        is_brought = (before.revealed + 1, before.files) == (now.revealed, now.files)
        row.brought = now.light if is_brought and now.light.verb == "next" else None
        row.in_green = is_still_green(before, now)
    if row.change.lines.code and not row.in_green:
        # where the tests crash for another reason than a new test, the run before counts
        last = now.last(lambda one: one.colour == "green" or asks_for_code(one))
        row.unasked = last is None or not asks_for_code(last)
    return row


def what_runs(state: RunState) -> tuple[object, ...]:
    """The files, the tests and their colours: a run with the same ones changed nothing."""
    return state.files, state.revealed, state.light.counts, state.colour


def is_still_green(before: RunState, now: RunState) -> bool:
    """True if it is green with the same tests and other code: layout and comments alone are no change."""
    numbers = [sum(one.run.counts.values()) if one.run else 0 for one in (before, now)]
    same = before.revealed == now.revealed and numbers[0] == numbers[1]
    changed = version_of(before.files).normal_code != version_of(now.files).normal_code
    return same and before.colour == now.colour == "green" and changed


def asks_for_code(state: RunState) -> bool:
    """True if a test was red, or crashed when it was brought."""
    return state.colour == "red" or (state.colour == "amber" and state.is_brought)
