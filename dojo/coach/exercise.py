"""What leads an attempt: the tests of our suite, the cases of the kata, or the participant's own tests."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import last_run
from dojo.attempt.recording import all_lights
from dojo.attempt.snapshot import Files, take_snapshot, write_files
from dojo.model.outcome import Reason
from dojo.runner.child.breakpoints import TerminalLoan
from dojo.runner.child.executed import lines_not_run, trace_parts
from dojo.runner.failure.printing import format_case, format_complaint, indent_lines, visible
from dojo.runner.own_tests import prepare_own_tests
from dojo.runner.program import BuildError, CommandError, MissingFileError, Program, read_limit
from dojo.runner.recorder.dependencies import UNTRACKED, is_as_it_was
from dojo.runner.result import Copy, Result
from dojo.runner.run import Run, run_all
from dojo.runner.suite import Suite
from dojo.story.tests import Mark, SuiteTest

# of the hash of a suite: no two suites of one evening have the same
FINGERPRINT_DIGITS = 12


class ExerciseOutcome(NamedTuple):
    """The results of the participant's own tests, and those of the exercise; and why nothing loads, if so."""

    own: list[Result]
    ours: list[Result]
    broken: Result | None = None


class SuiteExercise:
    """The tests of a kata in the suite of its story, for an attempt in Python."""

    def __init__(self, attempt: Attempt, suite: Suite) -> None:
        self.attempt, self.suite = attempt, suite
        self.tests = attempt.kata.taught(suite.tests)  # all of them, in the order in which they are taught

    @cached_property
    def fingerprint(self) -> str:
        """What stands for the tests of the kata as they are: one light may have seen others."""
        files = take_snapshot(self.attempt.story.suite).files
        return sha256(repr(sorted(files.items())).encode()).hexdigest()[:FINGERPRINT_DIGITS]

    @property
    def shared(self) -> int:
        """How many tests, from the first one on, another kata has as well."""
        others = [kata for kata in self.attempt.story.katas if kata != self.attempt.kata]
        return count_known({test for kata in others for test in kata.taught(self.suite.tests)}, self.tests)

    def run(self, tests: Sequence[SuiteTest]) -> ExerciseOutcome:
        """Run these. Without any test, the very first one shows whether the code loads."""
        own = prepare_own_tests(self.attempt, self.attempt.story, self.suite.executor)
        run = self.suite.prepare(self.attempt, list(tests or self.tests[:1]))
        run_all([own, run])
        ours = [run.results[test.id] for test in run.tests]
        # the name of the attempt's folder may change: it is no part of the name of a test
        above = f"{self.attempt.story.inside(self.attempt.folder)}/"
        theirs = [result._replace(id=result.id.removeprefix(above)) for result in own.results.values()]
        return ExerciseOutcome(theirs, ours, ours[0] if run.broken else None)

    def find_lines_not_run(self, tests: Sequence[SuiteTest]) -> set[int]:
        """Run these again, and return the lines of the module in which something did not run."""
        own = prepare_own_tests(self.attempt, self.attempt.story, self.suite.executor)
        runs = [own, self.suite.prepare(self.attempt, list(tests))] if tests else [own]
        for run in runs:
            run.work = partial(trace_parts, work=run.work)
        run_all(runs)
        spans = {tuple(part) for run in runs for note in run.notes for part in note.get("parts", ())}
        try:
            return lines_not_run(self.attempt.module.read_bytes(), spans)
        except (OSError, SyntaxError, ValueError):
            return set()  # it was saved meanwhile

    def does_more(self, before: Files, tests: Sequence[SuiteTest]) -> bool:
        """True if the code passes one of these tests, and the code before did not."""
        if not tests:
            return False
        name = self.attempt.module.name
        with TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
            folder = Path(temporary).resolve()
            # without links: code could write through one
            write_files(folder, {path: file for path, file in before.items() if file.mode != "120000"})
            earlier = Copy("before", folder, folder / name)
            runs = [self.suite.prepare(version, list(tests), drawn=()) for version in (earlier, self.attempt)]
            run_all(runs)
        passed_before, passed = map(passed_tests, runs)
        return bool(passed - passed_before)

    def text(self, test: SuiteTest) -> str:
        """Return the text of a test, to be read before its colour is known."""
        return self.suite.text(test)

    def is_current(self) -> bool:
        """True while the files and packages that the suite read when it was collected are as they were."""
        seen = {name: state for name, state in self.suite.read.items() if name != UNTRACKED}
        return is_as_it_was(seen)


def passed_tests(run: Run) -> set[str]:
    """Return the ids of the tests that a run has green."""
    return {id for id, result in run.results.items() if result.colour == "green"}


class CaseExercise:
    """The cases of a kata, for an attempt that is a program in any language.

    A case that failed in the last run is run first: while it fails, the others are not run.
    """

    shared = 0
    # the cases are read again in each run
    fingerprint = ""

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt
        self.cases = {f"cases[{case.rule}]": case for case in attempt.kata.complete_cases}
        """By ids like those of the rows in a suite: the rule can be read from them."""
        self.tests = [SuiteTest(id, case.rule, Mark.GUARDS, 0) for id, case in self.cases.items()]

    def run(self, tests: Sequence[SuiteTest]) -> ExerciseOutcome:
        """Run these, up to the first that is not green."""
        last, asked = last_run(all_lights(self.attempt)), list(tests or self.tests[:1])
        current = [test for test in asked if last and last.colour != "green" and test.id == last.test]
        results = self.run_in_order(current) if current else []
        if all(result.colour == "green" for result in results):
            results = self.run_in_order(asked)
        return ExerciseOutcome([], results, None if tests or results[0].colour != "amber" else results[0])

    def text(self, test: SuiteTest) -> str:
        """Return a case, to be read before its colour is known."""
        case = self.cases[test.id]
        lines = ["fed:", *indent_lines(case.given), "", "expected:", *indent_lines(case.expected), ""]
        return "\n".join([*lines, *(f"on standard error: {visible(words)}" for words in case.complaints)])

    def is_current(self) -> bool:
        """True: the cases are read again in each run."""
        return True

    def run_in_order(self, tests: list[SuiteTest]) -> list[Result]:
        """Return the results of these, up to the first that is not green."""
        results: list[Result] = []
        attempt = self.attempt
        try:
            limit = read_limit(attempt.setting("limit"))
            program = Program(attempt.program, attempt.folder, attempt.setting("build"), limit)
            with closing(program.run_on([self.cases[test.id] for test in tests])) as outcomes:
                for test, (case, outcome) in zip(tests, outcomes, strict=False):
                    drawn = "\n".join(line.plain for line in format_case(case, outcome)).strip("\n")
                    # a program that prints something else answers as an assertion does
                    reason = Reason.ASSERTED if outcome.colour == "red" else Reason.CRASHED
                    reason = Reason.TIMED_OUT if outcome.hangs else reason
                    result = Result(test.id, test.rule, outcome.colour, visible(outcome.why), drawn)
                    results.append(result._replace(reason=reason))
                    if outcome.colour != "green":
                        break
        except (BuildError, MissingFileError, CommandError) as fault:
            why, test = visible(str(fault)), tests[len(results)]
            if isinstance(fault, MissingFileError):
                why = f"there is no {fault} in {attempt.story.shown(attempt.folder)}: put it there"
            complaint = format_complaint(fault.complaint) if isinstance(fault, BuildError) else []
            drawn = "\n".join(line.plain for line in complaint)
            results.append(Result(test.id, test.rule, "amber", why, drawn, reason=Reason.NOT_TRIED))
        return results


Exercise = SuiteExercise | CaseExercise


@contextmanager
def open_exercise(attempt: Attempt, loan: TerminalLoan | None = None) -> Iterator[Exercise]:
    """Open what leads an attempt; with a loan, its tests may stop at `breakpoint()`.

    Raises CollectionError where its suite cannot be collected.
    """
    if attempt.program:
        yield CaseExercise(attempt)
        return
    with attempt.host.collect(attempt.story, loan) as suite:
        yield SuiteExercise(attempt, suite)


def count_known(known: Collection[SuiteTest], tests: list[SuiteTest]) -> int:
    """Return how many of these tests, from the first one on, are known."""
    return next((n for n, test in enumerate(tests) if test not in known), len(tests))
