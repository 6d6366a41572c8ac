"""One run of an attempt: what was before it, the results of its tests, and the light that records it."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from dojo.attempt.attempt import Attempt
from dojo.attempt.diffstat import Lines, lines_between
from dojo.attempt.light import (
    Light,
    RunLight,
    ancestors,
    count_revealed,
    last_answered,
    last_colour,
    last_run,
)
from dojo.attempt.recording import all_files, all_lights, record, snapshot_of
from dojo.attempt.snapshot import Files, Snapshot, take_snapshot
from dojo.coach.exercise import Exercise, ExerciseOutcome, SuiteExercise
from dojo.model.outcome import Colour, Outcome
from dojo.runner.result import Result, count_colours, count_reasons, worst_colour
from dojo.story.tests import SuiteTest, first_drivers
from dojo.tracing.sources import changed_lines, normalize
from dojo.tracing.trace import Moment, Trace
from dojo.tracing.versions import trace_lights


@dataclass(frozen=True)
class BarRun:
    """The state before a run, and its outcome: what the verbs print is all in here."""

    exercise: Exercise
    lights: list[Light]
    snapshot: Snapshot
    known: int  # how many tests of the exercise were revealed before
    outcome: ExerciseOutcome
    new: list[SuiteTest] = field(default_factory=list)  # what it reveals, up to the first that is not green
    # the lines of code that were changed in green, and in which no test could notice a change
    unnoticed: int | None = None
    # code that was changed in green passes tests of the exercise that it did not pass
    grows: bool = False

    @property
    def attempt(self) -> Attempt:
        return self.exercise.attempt

    @property
    def revealed(self) -> int:
        """How many tests of the exercise are revealed from now on."""
        return self.known + len(self.new)

    @property
    def results(self) -> list[Result]:
        """The participant's own tests, and those of the exercise that are revealed."""
        return [*self.outcome.own, *self.outcome.ours[: self.revealed]]

    @property
    def counts(self) -> dict[str, int]:
        return count_colours(self.results)

    @property
    def reasons(self) -> dict[str, int]:
        """How many tests are amber for each reason."""
        return count_reasons(self.results)

    @property
    def colour(self) -> str:
        """The colour of the bar: amber also if there was no test to run."""
        return "amber" if self.outcome.broken or not self.results else worst_colour(self.counts)

    @property
    def not_run(self) -> int:
        """How many revealed cases were not run, because the current one fails."""
        return max(self.revealed - len(self.outcome.ours), 0) if self.failure else 0

    @property
    def failure(self) -> Result | None:
        """What to show: why the attempt does not load, or else the first test that is not green, if any."""
        failing = (result for result in self.results if result.colour != "green")
        return self.outcome.broken or next(failing, None)

    @property
    def current_test(self) -> str:
        """The id of the first test of the exercise that is not green, or else of the one revealed last."""
        failing = [one.id for one in self.outcome.ours[: self.revealed] if one.colour != "green"]
        return (failing or [test.id for test in self.exercise.tests[: self.revealed][-1:]] or [""])[0]

    @cached_property
    def has_changed(self) -> bool:
        """True if the files differ from those of the last run."""
        last = last_run(self.lights)
        return last is None or snapshot_of(self.attempt, last) != self.snapshot

    @property
    def turned_green(self) -> bool:
        """True if it was not green before, and a change has made it green."""
        return self.colour == "green" and not self.new and last_colour(self.lights) != "green"

    @property
    def last_green(self) -> RunLight | None:
        """The last light on the way here that was green."""
        for light in ancestors(self.lights):
            if isinstance(light, RunLight) and light.is_green:
                return light
        return None

    @property
    def before(self) -> Light | None:
        """The light that changes are counted from: the last green one, or else the very first."""
        return self.last_green or (self.lights[0] if self.lights else None)

    def changes(self) -> Lines:
        """Count the lines changed since `before`; raises NotRecorded if that cannot be read."""
        before = snapshot_of(self.attempt, self.before) if self.before else self.snapshot
        return lines_between(before.files, self.snapshot.files)

    @cached_property
    def trace(self) -> Trace:
        """What the lights say of each test, with this run as the last one; raises NotRecorded."""
        light = replace(self.light("next"), number=len(self.lights) + 1, when=time.time(), id="now")
        files = all_files(self.attempt, self.lights) | {light.id: self.snapshot.files}
        return trace_lights([*self.lights, light], files)

    @property
    def moment(self) -> Moment:
        """What this run is to each test; raises NotRecorded."""
        return self.trace.moments[len(self.lights) + 1]

    def files_at(self, number: int) -> Files:
        """Return the files of a light, or of this run; raises NotRecorded."""
        if number > len(self.lights):
            return self.snapshot.files
        return snapshot_of(self.attempt, self.lights[number - 1]).files

    def record(self, light: RunLight, snapshot: Snapshot | None = None) -> RunLight:
        """Record it as a light, with the files as they were before the run, or with other ones.

        Code that was tidied up before a new test is a light of its own. Raises NotRecorded.
        """
        if self.new and self.has_changed:
            tidied = replace(self, new=[])
            tidied.record(tidied.light(light.verb))
        return record(self.attempt, light, snapshot or self.snapshot)

    def light(self, verb: str) -> RunLight:
        """Return the light of this run."""
        opening = {test.id for test in first_drivers(self.exercise.tests[1:])}
        return RunLight(
            verb=verb,
            colour=Colour(self.colour),
            own=outcomes_of(self.outcome.own),
            taught=outcomes_of(self.outcome.ours[: self.revealed]),
            test=self.current_test,
            revealed=self.revealed,
            of=len(self.exercise.tests),
            opens=tuple(test.id for test in self.new if test.id in opening),
            unnoticed=None if self.new else self.unnoticed,
            grows=self.grows and not self.new,
            suite=self.exercise.fingerprint,
        )


def outcomes_of(results: Sequence[Result]) -> dict[str, Outcome]:
    """Return what each test came to, by its id."""
    return {result.id: result.outcome for result in results}


def run_tests(exercise: Exercise, *, reveals: bool = False, shared: bool = False) -> BarRun:
    """Run the revealed tests; if it reveals, and the last run was green or had no test, the next ones too."""
    lights, snapshot = all_lights(exercise.attempt), take_snapshot(exercise.attempt.folder)
    known, coming = min(count_revealed(lights), len(exercise.tests)), list[SuiteTest]()
    last = last_run(lights)
    had_no_test = not known and last is not None and not any(last.counts.values())
    if reveals and (had_no_test or last_colour(lights) == "green"):
        coming = exercise.tests[known : exercise.shared if shared else known]
        coming = coming or next_tests(exercise.tests, known)
    outcome = exercise.run([*exercise.tests[:known], *coming])
    this = BarRun(exercise, lights, snapshot, known, outcome)
    this = with_change_in_green(this)
    if this.failure or not coming:
        return this
    shown = [result.colour for result in outcome.ours[known:]]
    first = next((n for n, colour in enumerate(shown) if colour != "green"), len(shown))
    return replace(this, new=coming[: first + 1])


def with_change_in_green(run: BarRun) -> BarRun:
    """Note what the tests would have noticed of code that changed in green, and whether it does more."""
    exercise = run.exercise
    base = last_answered(run.lights)
    if run.colour != "green" or base is None or not base.is_green or not isinstance(exercise, SuiteExercise):
        return run
    if len(run.outcome.own) > len(base.own or {}):
        return run
    name = run.attempt.module.name.encode()
    files = snapshot_of(run.attempt, base).files
    texts = []
    for version in (files, run.snapshot.files):
        texts.append(version[name].content if name in version else b"")
    before, now = texts
    if normalize(before) == normalize(now):
        return run
    lines = changed_lines(before, now)
    # where code was only deleted, the tests still ask for the rest
    unnoticed = lines & exercise.find_lines_not_run(exercise.tests[: run.known]) if lines else set()
    hidden = exercise.tests if run.attempt.is_own else next_tests(exercise.tests, run.known)
    return replace(run, unnoticed=len(unnoticed), grows=exercise.does_more(files, hidden))


def next_tests(tests: list[SuiteTest], known: int) -> list[SuiteTest]:
    """Return the tests before the next one that opens a step, and that one.

    The very first test asks the same as the participant's own first test: it is no news.
    """
    opening = first_drivers(tests)
    first = next((n for n in range(max(known, 1), len(tests)) if tests[n] in opening), len(tests))
    return tests[known : first + 1]
