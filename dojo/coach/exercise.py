"""What leads an attempt: the tests of our suite, the cases of the kata, or the participant's own tests."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import NamedTuple

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import all_lights, last_run
from dojo.runner.collect import collect
from dojo.runner.failure.printing import complained, format_case, indented, visible
from dojo.runner.own_tests import own_trial
from dojo.runner.program import Missing, NotMade, NotRun, Outcome, Program, WrongCall, seconds
from dojo.runner.result import Cell
from dojo.runner.suite import Suite
from dojo.runner.trial import try_all
from dojo.story.cases import Case
from dojo.story.tests import SuiteTest


class Result(NamedTuple):
    """The cells of the participant's own tests, and those of the exercise; and why nothing loads, if so."""

    own: list[Cell]
    ours: list[Cell]
    broken: Cell | None = None


class Exercise:
    """What the verbs of an attempt know of its tests: the base of the three kinds."""

    def __init__(self, attempt: Attempt, tests: list[SuiteTest]) -> None:
        self.attempt = attempt
        self.tests = tests
        """All of them, in the order in which they are taught."""

    @property
    def shared(self) -> int:
        """How many tests, from the first one on, another kata has as well."""
        return 0

    def run(self, tests: Sequence[SuiteTest]) -> Result:
        """Run these, in their order; after the first that is not green some may be missing.

        Without any test, the very first one shows whether the code loads.
        """
        raise NotImplementedError

    def text(self, test: SuiteTest) -> str:
        """Return the text of a test, to be read before its colour is known."""
        raise NotImplementedError


class SuiteExercise(Exercise):
    """The tests of a kata in the suite of its story, for an attempt in Python."""

    def __init__(self, attempt: Attempt, suite: Suite) -> None:
        super().__init__(attempt, attempt.kata.taught(suite.tests))
        self.suite = suite

    @property
    def shared(self) -> int:
        others = [kata for kata in self.attempt.story.katas if kata != self.attempt.kata]
        elsewhere = {test for kata in others for test in kata.taught(self.suite.tests)}
        return next((n for n, test in enumerate(self.tests) if test not in elsewhere), len(self.tests))

    def run(self, tests: Sequence[SuiteTest]) -> Result:
        own = own_trial(self.attempt, self.attempt.story)
        ours = self.suite.trial(self.attempt, list(tests or self.tests[:1]))
        try_all([own, ours])
        broken = next(iter(ours.cells.values())) if ours.broken else None
        return Result([*own.cells.values()], [ours.cells[test.id] for test in ours.tests], broken)

    def text(self, test: SuiteTest) -> str:
        return self.suite.text(test)


class CaseExercise(Exercise):
    """The cases of a kata, for an attempt that is a program in any language.

    A case that failed in the last run is run first: while it fails, the others are not run.
    """

    def __init__(self, attempt: Attempt) -> None:
        self.cases = {case_id(case): case for case in attempt.kata.complete_cases}
        super().__init__(attempt, [SuiteTest(id, case.rule, "guards", 0) for id, case in self.cases.items()])

    def run(self, tests: Sequence[SuiteTest]) -> Result:
        cells = self.run_current_first(list(tests or self.tests[:1]))
        broken = None if tests else next((cell for cell in cells if cell.colour == "amber"), None)
        return Result([], cells, broken)

    def text(self, test: SuiteTest) -> str:
        case = self.cases[test.id]
        lines = ["fed:", *indented(case.given), "", "expected:", *indented(case.expected), ""]
        lines += [f"on standard error: {visible(words)}" for words in case.complaints]
        return "\n".join([*lines, ""] if case.complaints else lines)

    def run_current_first(self, tests: list[SuiteTest]) -> list[Cell]:
        """Return the cells of these, in their order; or of the current case alone, while it is not green."""
        last = last_run(all_lights(self.attempt))
        current = [test for test in tests if last and last.colour != "green" and test.id == last.test]
        again = self.run_in_order(current)
        if again and again[-1].colour != "green":
            return again
        others = self.run_in_order([test for test in tests if test not in current])
        cells = {cell.id: cell for cell in (*again, *others)}
        return list(up_to_a_failure(cells[test.id] for test in tests if test.id in cells))

    def run_in_order(self, tests: list[SuiteTest]) -> list[Cell]:
        """Return the cells of these, up to the first that is not green."""
        cells: list[Cell] = []
        if not tests:
            return cells
        cases = [self.cases[test.id] for test in tests]
        try:
            with closing(program_of(self.attempt).run_on(cases)) as results:
                for cell in up_to_a_failure(case_cell(*result) for result in results):
                    cells.append(cell)
        except (NotMade, NotRun, Missing, WrongCall) as fault:
            cells.append(not_started(tests[len(cells)], fault, self.attempt))
        return cells


@contextmanager
def open_exercise(attempt: Attempt) -> Iterator[Exercise]:
    """Open what leads an attempt; raises CollectionError where its suite cannot be collected."""
    if attempt.program:
        yield CaseExercise(attempt)
        return
    with collect(attempt.story) as suite:
        yield SuiteExercise(attempt, suite)


def program_of(attempt: Attempt) -> Program:
    """Return the program that an attempt is; raises WrongCall if its limit is no number."""
    limit = seconds(attempt.setting("limit"))
    return Program(attempt.program, attempt.folder, attempt.setting("build"), limit)


def up_to_a_failure(cells: Iterable[Cell]) -> Iterator[Cell]:
    """Yield these cells, up to the first that is not green."""
    for cell in cells:
        yield cell
        if cell.colour != "green":
            return


def case_id(case: Case) -> str:
    """Return an id for a case like that of a row in a suite: the rule can be read from it."""
    return f"cases[{case.rule}]"


def case_cell(case: Case, outcome: Outcome) -> Cell:
    """Return the cell of a case, with a drawing if it does not pass."""
    lines = format_case(case, outcome, glance=True) if outcome.colour != "green" else []
    drawn = "\n".join(line.plain for line in lines).strip("\n")
    return Cell(case_id(case), case.rule, outcome.colour, visible(outcome.why), drawn, crashed=outcome.hangs)


def not_started(test: SuiteTest, fault: Exception, attempt: Attempt) -> Cell:
    """Return a cell that says why the program does not even start, and what to do."""
    why = str(fault)
    if isinstance(fault, Missing):
        why = f"there is no {fault} in {attempt.story.shown(attempt.folder)}: put it there"
    complaint = complained(fault.complaint) if isinstance(fault, NotMade) else []
    return Cell(test.id, test.rule, "amber", visible(why), "\n".join(line.plain for line in complaint))
