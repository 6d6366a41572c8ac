"""One run of an attempt: where it stood before, the cells of its tests, and the light that records it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import (
    Light,
    all_lights,
    count_revealed,
    last_colour,
    last_green,
    last_run,
    record,
    snapshot_of,
)
from dojo.attempt.snapshot import Snapshot, take_snapshot
from dojo.coach.cycle.course import Course, Result
from dojo.runner.result import Cell, colour_of, counted
from dojo.story.tests import SuiteTest, openers


@dataclass(frozen=True)
class Run:
    """The state before it, and its result."""

    course: Course
    lights: list[Light]
    snapshot: Snapshot
    known: int
    """So many tests of ours were revealed."""
    result: Result
    coming: list[tuple[SuiteTest, Cell]]
    """The tests that it reveals, up to the first that is not green."""

    @property
    def attempt(self) -> Attempt:
        return self.course.attempt

    @property
    def cells(self) -> list[Cell]:
        """The participant's own tests, and those of ours that were revealed."""
        return [*self.result.own, *self.result.ours[: self.known]]

    @property
    def counts(self) -> dict[str, int]:
        return counted(self.cells)

    @property
    def colour(self) -> str:
        return "amber" if self.result.broken else colour_of(self.counts)

    @property
    def failure(self) -> Cell | None:
        """What to show: why the attempt does not load, or else the first test that is not green, if any."""
        return self.result.broken or next((cell for cell in self.cells if cell.colour != "green"), None)

    @property
    def in_hand(self) -> str:
        """The id of the first of our tests that is not green, or else of the one that was revealed last."""
        ids = [test.id for test in self.course.tests[: self.known]]
        failing = [cell.id for cell in self.cells if cell.colour != "green" and cell.id in ids]
        return (failing or ids[-1:] or [""])[0]

    @property
    def has_changed(self) -> bool:
        """Do the files differ from those of the last run, which has shown its colour?"""
        last = last_run(self.lights)
        return last is None or snapshot_of(self.attempt, last) != self.snapshot

    @property
    def before(self) -> Light | None:
        """Changes are counted from this light on: the last green one, or else the very first."""
        return last_green(self.lights) or next(iter(self.lights), None)

    @property
    def turned_green(self) -> bool:
        """Was it not green before, and has a change made it green?"""
        return self.colour == "green" and last_colour(self.lights) != "green"

    def record(self, verb: str, **told: Any) -> Light:
        """Record the state before the new tests; raises NotRecorded."""
        return record(
            self.attempt,
            verb=verb,
            colour=self.colour,
            counts=self.counts,
            test=self.in_hand,
            snapshot=self.snapshot,
            after=len(self.lights),
            own={cell.id: cell.colour for cell in self.result.own},
            of=len(self.course.tests),
            **{"revealed": self.known, **told},
        )


Comes = Callable[[Course, int], list[SuiteTest]]
"""Which tests come next, if so many are known."""


def nothing(_course: Course, _known: int) -> list[SuiteTest]:
    """No test is revealed."""
    return []


def run(course: Course, comes: Comes = nothing) -> Run:
    """Run the revealed tests, and if the last run was green, the next ones."""
    lights = all_lights(course.attempt)
    known = min(count_revealed(lights), len(course.tests))
    to_come = comes(course, known) if last_colour(lights) == "green" else []
    snapshot = take_snapshot(course.attempt.folder)
    result = course.tried([*course.tests[:known], *to_come])
    new = up_to_a_failure(list(zip(to_come, result.ours[known:], strict=False)))
    return Run(course, lights, snapshot, known, result, new)


def coming(course: Course, known: int) -> list[SuiteTest]:
    """The tests before the next one that opens a step, and that one.

    The very first test asks the same as the participant's own first test: it is no news.
    """
    tests = course.tests
    opening = openers(tests)
    first = next((n for n in range(max(known, 1), len(tests)) if tests[n] in opening), len(tests))
    return tests[known : first + 1]


def up_to_a_failure(cells: list[tuple[SuiteTest, Cell]]) -> list[tuple[SuiteTest, Cell]]:
    """These cells, up to the first that is not green, which comes last."""
    first = next((n for n, (_, cell) in enumerate(cells) if cell.colour != "green"), len(cells))
    return cells[: first + 1]
