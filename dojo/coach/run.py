"""One run of an attempt: what was before it, the results of its tests, and the light that records it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dojo.attempt.attempt import Attempt
from dojo.attempt.diffstat import Lines, lines_between
from dojo.attempt.light import (
    Light,
    NotRecorded,
    all_lights,
    count_revealed,
    last_colour,
    last_green,
    last_run,
    record,
    snapshot_of,
)
from dojo.attempt.snapshot import Snapshot, take_snapshot
from dojo.coach.exercise import Exercise, ExerciseOutcome, up_to_red
from dojo.errors import UsageError
from dojo.runner.result import Result, count_colours, worst_colour
from dojo.story.tests import SuiteTest, first_drivers


@dataclass(frozen=True)
class BarRun:
    """The state before a run, and its outcome."""

    exercise: Exercise
    lights: list[Light]
    snapshot: Snapshot
    known: int
    """How many tests of the exercise were revealed before."""
    outcome: ExerciseOutcome
    new: list[tuple[SuiteTest, Result]]
    """The tests that it reveals, up to the first that is not green."""

    @property
    def attempt(self) -> Attempt:
        return self.exercise.attempt

    @property
    def results(self) -> list[Result]:
        """The participant's own tests, and those of the exercise that were revealed before."""
        return [*self.outcome.own, *self.outcome.ours[: self.known]]

    @property
    def counts(self) -> dict[str, int]:
        return count_colours(self.results)

    @property
    def colour(self) -> str:
        """The colour of the bar: amber also if there was no test to run."""
        return "amber" if self.outcome.broken or not self.results else worst_colour(self.counts)

    @property
    def not_run(self) -> int:
        """How many revealed cases were not run, because the current one fails."""
        return max(self.known - len(self.outcome.ours), 0) if self.failure else 0

    @property
    def failure(self) -> Result | None:
        """What to show: why the attempt does not load, or else the first test that is not green, if any."""
        return self.outcome.broken or next(
            (result for result in self.results if result.colour != "green"), None
        )

    @property
    def current_test(self) -> str:
        """The id of the first test of the exercise that is not green, or else of the one revealed last."""
        ids = [test.id for test in self.exercise.tests[: self.known]]
        failing = [result.id for result in self.results if result.colour != "green" and result.id in ids]
        return (failing or ids[-1:] or [""])[0]

    @property
    def has_changed(self) -> bool:
        """True if the files differ from those of the last run."""
        last = last_run(self.lights)
        return last is None or snapshot_of(self.attempt, last) != self.snapshot

    @property
    def turned_green(self) -> bool:
        """True if it was not green before, and a change has made it green."""
        return self.colour == "green" and last_colour(self.lights) != "green"

    @property
    def before(self) -> Light | None:
        """The light that changes are counted from: the last green one, or else the very first."""
        return last_green(self.lights) or next(iter(self.lights), None)

    def changes(self) -> Lines:
        """Count the lines changed since `before`; none if that cannot be read, which the record reports."""
        try:
            before = snapshot_of(self.attempt, self.before).files if self.before else self.snapshot.files
        except NotRecorded:
            return Lines()
        return lines_between(before, self.snapshot.files)

    def record(self, verb: str, **what: Any) -> Light:
        """Record the state before the new tests; raises NotRecorded."""
        state: dict[str, Any] = {
            "colour": self.colour,
            "counts": self.counts,
            "test": self.current_test,
            "snapshot": self.snapshot,
            "own": {result.id: result.colour for result in self.outcome.own},
            "of": len(self.exercise.tests),
            "revealed": self.known,
        }
        return record(self.attempt, verb=verb, **state | what)

    def record_new(self, **what: Any) -> dict[str, int]:
        """Record the tidied code, if it has changed, and then the new tests; return all counts."""
        if self.has_changed:
            self.record("next")
        test, _ = self.new[-1]
        counts = count_colours([*self.results, *(result for _, result in self.new)])
        revealed = self.known + len(self.new)
        new = {"colour": worst_colour(counts), "counts": counts, "test": test.id, "revealed": revealed}
        self.record("next", **new | what)
        return counts


Chooser = Callable[[Exercise, int], list[SuiteTest]]
"""Returns the tests that come next, if so many are known."""


def run_tests(exercise: Exercise, choose: Chooser | None = None) -> BarRun:
    """Run the revealed tests; if the last run was green or had no test, also those that `choose` returns."""
    lights = all_lights(exercise.attempt)
    known = min(count_revealed(lights), len(exercise.tests))
    last = last_run(lights)
    had_no_test = not known and last is not None and not any(last.counts.values())
    goes_on = had_no_test or last_colour(lights) == "green"
    chosen = choose(exercise, known) if choose and goes_on else []
    snapshot = take_snapshot(exercise.attempt.folder)
    outcome = exercise.run([*exercise.tests[:known], *chosen])
    new = zip(chosen, up_to_red(outcome.ours[known:]), strict=False)
    return BarRun(exercise, lights, snapshot, known, outcome, list(new))


def run_first(exercise: Exercise, tests: list[SuiteTest]) -> BarRun:
    """Run an attempt that is just made on these tests, which count as revealed from then on."""
    snapshot, outcome = take_snapshot(exercise.attempt.folder), exercise.run(tests)
    known = len(outcome.ours) if tests else 0
    return BarRun(exercise, all_lights(exercise.attempt), snapshot, known, outcome, [])


def next_tests(exercise: Exercise, known: int) -> list[SuiteTest]:
    """Return the tests before the next one that opens a step, and that one.

    The very first test asks the same as the participant's own first test: it is no news.
    """
    tests = exercise.tests
    opening = first_drivers(tests)
    first = next((n for n in range(max(known, 1), len(tests)) if tests[n] in opening), len(tests))
    return tests[known : first + 1]


def all_shared(exercise: Exercise, known: int) -> list[SuiteTest]:
    """Return the tests not yet revealed that another kata has as well; raises UsageError if there is none."""
    if not (left := exercise.tests[known : exercise.shared]):
        name = exercise.attempt.kata.name
        raise UsageError(f"you have all tests that {name} shares with another kata: leave SHARED= out")
    return left
