"""One run of an attempt: what was before it, the results of its tests, and the light that records it."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from dojo.attempt.attempt import Attempt
from dojo.attempt.diffstat import Lines, lines_between
from dojo.attempt.host import Terminal
from dojo.attempt.light import (
    Light,
    RunLight,
    ancestors,
    count_revealed,
    last_answered,
    last_run,
    was_green,
)
from dojo.attempt.recording import all_files, all_lights, record, snapshot_of
from dojo.attempt.snapshot import Files, Snapshot, take_snapshot
from dojo.coach.exercise import Exercise, ExerciseOutcome, SuiteExercise, first_failing
from dojo.model.outcome import Colour, Outcome
from dojo.runner.child.worker import FORKING
from dojo.runner.executor import Executor
from dojo.runner.result import Result, count_colours, count_reasons, worst_colour
from dojo.story.tests import SuiteTest, first_drivers
from dojo.tracing.moment import Moment
from dojo.tracing.sources import changed_lines, normalize
from dojo.tracing.trace import Trace
from dojo.tracing.versions import trace_lights


@dataclass(frozen=True)
class BarRun:
    """The state before a run, and its outcome: what the verbs print is all in here.

    Attributes:
        exercise: what was run.
        lights: those from before the run.
        snapshot: the files that it was about.
        known: how many tests of the exercise were revealed before.
        outcome: the results.
        new: the tests that it reveals, up to the first that is not green.
        unnoticed: how many lines of code were changed in green where no test could notice a change.
        grows: True if code that was changed in green passes tests of the exercise that it did not pass.
    """

    exercise: Exercise
    lights: list[Light]
    snapshot: Snapshot
    known: int
    outcome: ExerciseOutcome
    new: list[SuiteTest] = field(default_factory=list)
    unnoticed: int | None = None
    grows: bool = False

    @property
    def attempt(self) -> Attempt:
        return self.exercise.attempt

    @property
    def executor(self) -> Executor:
        """What its tests run in, and so what they are judged in."""
        return self.exercise.suite.executor if isinstance(self.exercise, SuiteExercise) else FORKING

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
        """How many tests are red or amber for each reason."""
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
        if self.outcome.broken:
            return self.outcome.broken
        return first_failing(self.results)

    @property
    def current_test(self) -> str:
        """The id of the first test of the exercise that is not green, or else of the one revealed last."""
        failing = first_failing(self.outcome.ours[: self.revealed])
        if failing:
            return failing.id
        revealed_tests = self.exercise.tests[: self.revealed]
        return revealed_tests[-1].id if revealed_tests else ""

    @cached_property
    def has_changed(self) -> bool:
        """True if the files differ from those of the last run."""
        last = last_run(self.lights)
        return last is None or snapshot_of(self.attempt, last) != self.snapshot

    @property
    def turned_green(self) -> bool:
        """True if it was not green before, and a change has made it green."""
        if self.colour != "green" or self.new:
            return False
        return not was_green(self.lights, [result.id for result in self.results])

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

    def command_after_change(self, verb: str) -> str:
        """Return what to type when a change is made: the same verb, but in a browser `next`."""
        # a page runs the tests by itself at each pause
        return self.attempt.command(verb if isinstance(self.attempt.host, Terminal) else "next")

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
        opens = [test.id for test in self.new if test.id in opening]
        return RunLight(
            verb=verb,
            colour=Colour(self.colour),
            own=outcomes_of(self.outcome.own),
            taught=outcomes_of(self.outcome.ours[: self.revealed]),
            test=self.current_test,
            revealed=self.revealed,
            of=len(self.exercise.tests),
            opens=tuple(opens),
            unnoticed=None if self.new else self.unnoticed,
            grows=self.grows and not self.new,
            suite=self.exercise.fingerprint,
        )


def outcomes_of(results: Sequence[Result]) -> dict[str, Outcome]:
    """Return the outcome of each test, by its id."""
    return {result.id: result.outcome for result in results}


def run_tests(exercise: Exercise, *, reveals: bool = False, shared: bool = False) -> BarRun:
    """Run the revealed tests; if it reveals, and the last run was green or had no test, the next ones too."""
    lights, snapshot = all_lights(exercise.attempt), take_snapshot(exercise.attempt.folder)
    # a kata that was edited may have fewer tests now
    known = min(count_revealed(lights), len(exercise.tests))
    coming = coming_tests(exercise, lights, known, shared=shared) if reveals else []
    outcome = exercise.run([*exercise.tests[:known], *coming])
    this = BarRun(exercise, lights, snapshot, known, outcome)
    this = with_change_in_green(this)
    # with an old test that fails, the new ones wait
    if this.failure or not coming:
        return this
    number_of_green = 0
    for result in outcome.ours[known:]:
        if result.colour != "green":
            break
        number_of_green += 1
    return replace(this, new=coming[: number_of_green + 1])


def coming_tests(exercise: Exercise, lights: list[Light], known: int, *, shared: bool) -> list[SuiteTest]:
    """Return what is revealed next, if the last run was green or had no test.

    If `shared`, these are all tests that another kata has as well.
    """
    last = last_run(lights)
    had_no_test = not known and last is not None and not any(last.counts.values())
    if not had_no_test and not was_green(lights, [test.id for test in exercise.tests[:known]]):
        return []
    if shared and exercise.shared > known:
        return exercise.tests[known : exercise.shared]
    return next_tests(exercise.tests, known)


def with_change_in_green(run: BarRun) -> BarRun:
    """Note what the tests would have noticed of code that changed in green, and whether it does more."""
    exercise = run.exercise
    base = last_answered(run.lights)
    if run.colour != "green" or base is None or not base.is_green or not isinstance(exercise, SuiteExercise):
        return run
    # one of the tests that came since then may have asked for the change
    has_own_since = len(run.outcome.own) > len(base.own or {})
    has_ours_since = base.revealed is not None and run.known > base.revealed
    if has_own_since or has_ours_since:
        return run
    files = snapshot_of(run.attempt, base).files
    before = module_content(run.attempt, files)
    now = module_content(run.attempt, run.snapshot.files)
    if normalize(before) == normalize(now):
        return run
    lines = changed_lines(before, now)
    # where code was only deleted, the tests still ask for the rest
    unnoticed = lines & exercise.find_lines_not_run(exercise.tests[: run.known]) if lines else set()
    hidden = exercise.tests if run.attempt.is_own else next_tests(exercise.tests, run.known)
    return replace(run, unnoticed=len(unnoticed), grows=exercise.does_more(files, hidden))


def module_content(attempt: Attempt, files: Files) -> bytes:
    """Return the content of an attempt's module in some files; empty if it is not among them."""
    name = attempt.module.name.encode()
    return files[name].content if name in files else b""


def next_tests(tests: list[SuiteTest], known: int) -> list[SuiteTest]:
    """Return the tests before the next one that opens a step, and that one.

    The very first test asks the same as the participant's own first test: it is no news.
    """
    opening = first_drivers(tests)
    for number in range(max(known, 1), len(tests)):
        if tests[number] in opening:
            return tests[known : number + 1]
    return tests[known:]
