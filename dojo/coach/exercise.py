"""What leads an attempt: the tests of our suite, the cases of the kata, or the participant's own tests."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rich.text import Text

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import last_run
from dojo.attempt.recording import all_lights
from dojo.attempt.snapshot import Files, take_snapshot, write_files
from dojo.model.outcome import Reason
from dojo.runner.child.breakpoints import TerminalLoan
from dojo.runner.child.executed import PartsRan, Span, lines_not_run, trace_parts
from dojo.runner.failure.printing import format_case, format_complaint, indent_lines, visible
from dojo.runner.own_tests import prepare_own_tests
from dojo.runner.programs.build import BuildError
from dojo.runner.programs.command import CommandError, MissingFileError, ProgramOutcome
from dojo.runner.programs.program import Program, read_limit
from dojo.runner.recorder.dependencies import UNTRACKED, is_as_it_was
from dojo.runner.result import Copy, Result
from dojo.runner.run import Run, run_all
from dojo.runner.suite import Suite
from dojo.story.katas import Case
from dojo.story.source import list_helpers
from dojo.story.tests import Mark, SuiteTest

# of the hash of a suite: no two suites of one evening have the same
FINGERPRINT_DIGITS = 12
# as in git: the content of such a file is the path that it leads to
MODE_OF_LINK = "120000"


class ExerciseOutcome(NamedTuple):
    """The results of the participant's own tests, and those of the exercise; and why nothing loads, if so."""

    own: list[Result]
    ours: list[Result]
    broken: Result | None = None


class SuiteExercise:
    """The tests of a kata in the suite of its story, for an attempt in Python."""

    def __init__(self, attempt: Attempt, suite: Suite) -> None:
        self.attempt = attempt
        self.suite = suite
        # all of them, in the order in which they are taught
        self.tests = attempt.kata.taught(suite.tests)

    @cached_property
    def fingerprint(self) -> str:
        """What stands for the tests of the kata as they are: one light may have seen others."""
        files = take_snapshot(self.attempt.story.suite).files
        return sha256(repr(sorted(files.items())).encode()).hexdigest()[:FINGERPRINT_DIGITS]

    @property
    def shared(self) -> int:
        """How many tests, from the first one on, another kata has as well."""
        known: set[SuiteTest] = set()
        for kata in self.attempt.story.katas:
            if kata != self.attempt.kata:
                known.update(kata.taught(self.suite.tests))
        return count_known(known, self.tests)

    def run(self, tests: Sequence[SuiteTest]) -> ExerciseOutcome:
        """Run these. Without any test, the very first one shows whether the code loads."""
        own = prepare_own_tests(self.attempt, self.attempt.story, self.suite.executor)
        run = self.suite.prepare(self.attempt, list(tests or self.tests[:1]))
        run_all([own, run])
        ours = [run.results[test.id] for test in run.tests]
        # the name of the attempt's folder may change: it is no part of the name of a test
        above = f"{self.attempt.story.inside(self.attempt.folder)}/"
        theirs = []
        for result in own.results.values():
            id_in_attempt = result.id.removeprefix(above)
            theirs.append(result._replace(id=id_in_attempt))
        return ExerciseOutcome(theirs, ours, ours[0] if run.broken else None)

    def find_lines_not_run(self, tests: Sequence[SuiteTest]) -> set[int]:
        """Run these again, and return the lines of the module in which something did not run."""
        runs = [prepare_own_tests(self.attempt, self.attempt.story, self.suite.executor)]
        if tests:
            runs.append(self.suite.prepare(self.attempt, list(tests)))
        for run in runs:
            run.work = partial(trace_parts, work=run.work)
        run_all(runs)
        # a part that any of the runs has executed was run
        spans: set[Span] = set()
        for run in runs:
            for note in run.notes:
                if isinstance(note, PartsRan):
                    spans.update(note.spans)
        try:
            return lines_not_run(self.attempt.module.read_bytes(), spans)
        except (OSError, SyntaxError, ValueError):
            # it was saved meanwhile
            return set()

    def does_more(self, before: Files, tests: Sequence[SuiteTest]) -> bool:
        """True if the code passes one of these tests, and the code before did not."""
        if not tests:
            return False
        # without links: code could write through one
        files = {path: file for path, file in before.items() if file.mode != MODE_OF_LINK}
        with TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
            folder = Path(temporary).resolve()
            write_files(folder, files)
            earlier = Copy("before", folder, folder / self.attempt.module.name)
            run_before = self.suite.prepare(earlier, list(tests), drawn=())
            run_now = self.suite.prepare(self.attempt, list(tests), drawn=())
            run_all([run_before, run_now])
        return bool(passed_tests(run_now) - passed_tests(run_before))

    def text(self, test: SuiteTest) -> str:
        """Return the text of a test, to be read before its colour is known."""
        return self.suite.text(test)

    def new_helpers(self, test: SuiteTest) -> list[str]:
        """Return the functions and classes of its file that a test calls, and no test before it."""
        top = self.attempt.story.top
        helpers = list_helpers(test.id, top)
        for earlier in self.tests[: self.tests.index(test)]:
            if not helpers:
                break
            for name in list_helpers(earlier.id, top):
                helpers.pop(name, None)
        return [*helpers.values()]

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
        # by ids like those of the rows in a suite: the rule can be read from them
        self.cases = {f"cases[{case.rule}]": case for case in attempt.kata.complete_cases}
        self.tests = [SuiteTest(id, case.rule, Mark.GUARDS, 0) for id, case in self.cases.items()]

    def run(self, tests: Sequence[SuiteTest]) -> ExerciseOutcome:
        """Run these, up to the first that is not green."""
        last = last_run(all_lights(self.attempt))
        requested = list(tests) if tests else self.tests[:1]
        current: list[SuiteTest] = []
        if last and last.colour != "green":
            current = [test for test in requested if test.id == last.test]
        results = self.run_in_order(current) if current else []
        if first_failing(results) is None:
            results = self.run_in_order(requested)
        # without any test, the first case shows whether the program starts
        broken = results[0] if not tests and results[0].colour == "amber" else None
        return ExerciseOutcome([], results, broken)

    def text(self, test: SuiteTest) -> str:
        """Return a case, to be read before its colour is known."""
        case = self.cases[test.id]
        lines = ["fed:", *indent_lines(case.given), "", "expected:", *indent_lines(case.expected), ""]
        for words in case.complaints:
            lines.append(f"on standard error: {visible(words)}")
        return "\n".join(lines)

    def new_helpers(self, _test: SuiteTest) -> list[str]:
        """Return nothing: a case is complete."""
        return []

    def is_current(self) -> bool:
        """True: the cases are read again in each run."""
        return True

    def run_in_order(self, tests: list[SuiteTest]) -> list[Result]:
        """Return the results of these, up to the first that is not green."""
        results: list[Result] = []
        attempt = self.attempt
        try:
            limit = read_limit(attempt.setting("limit"))
            program = Program(
                attempt.program, attempt.folder, attempt.setting("build"), limit, attempt.host.on_wait
            )
            cases = [self.cases[test.id] for test in tests]
            # the program runs on several cases at a time: closing it ends those after the first failure
            with closing(program.run_on(cases)) as outcomes:
                for test, (case, outcome) in zip(tests, outcomes, strict=False):
                    results.append(result_of_case(test, case, outcome))
                    if outcome.colour != "green":
                        break
        except (BuildError, MissingFileError, CommandError) as fault:
            results.append(self.result_of_fault(tests[len(results)], fault))
        return results

    def result_of_fault(self, test: SuiteTest, fault: BuildError | MissingFileError | CommandError) -> Result:
        """Return the result of a case on which a program could not be run."""
        why = visible(str(fault))
        complaint: list[Text] = []
        if isinstance(fault, MissingFileError):
            why = f"there is no {fault} in {self.attempt.story.shown(self.attempt.folder)}: put it there"
        elif isinstance(fault, BuildError):
            complaint = format_complaint(fault.complaint)
        return Result(test.id, test.rule, "amber", why, join_plain(complaint), reason=Reason.NOT_TRIED)


def result_of_case(test: SuiteTest, case: Case, outcome: ProgramOutcome) -> Result:
    """Return the result of a case, with what was fed and printed."""
    if outcome.hangs:
        reason = Reason.TIMED_OUT
    elif outcome.colour == "red":
        # a program that prints something else answers as an assertion does
        reason = Reason.ASSERTED
    else:
        reason = Reason.CRASHED
    failure = join_plain(format_case(case, outcome)).strip("\n")
    return Result(test.id, test.rule, outcome.colour, visible(outcome.why), failure, reason=reason)


def join_plain(lines: Iterable[Text]) -> str:
    """Return the text of some lines, without their colours."""
    return "\n".join(line.plain for line in lines)


def first_failing(results: Iterable[Result]) -> Result | None:
    """Return the first result that is not green, if any."""
    for result in results:
        if result.colour != "green":
            return result
    return None


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
    for number, test in enumerate(tests):
        if test not in known:
            return number
    return len(tests)
