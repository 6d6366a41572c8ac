"""What leads an attempt: the tests of our suite, the cases of the kata, or the participant's own tests."""

from collections.abc import Collection, Iterator, Sequence
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


class SuiteExercise:
    """The tests of a kata in the suite of its story, for an attempt in Python."""

    def __init__(self, attempt: Attempt, suite: Suite) -> None:
        self.attempt, self.suite = attempt, suite
        self.tests = attempt.kata.taught(suite.tests)
        """All of them, in the order in which they are taught."""

    @property
    def shared(self) -> int:
        """How many tests, from the first one on, another kata has as well."""
        others = [kata for kata in self.attempt.story.katas if kata != self.attempt.kata]
        return count_known({test for kata in others for test in kata.taught(self.suite.tests)}, self.tests)

    def run(self, tests: Sequence[SuiteTest]) -> Result:
        """Run these. Without any test, the very first one shows whether the code loads."""
        own = own_trial(self.attempt, self.attempt.story)
        ours = self.suite.trial(self.attempt, list(tests or self.tests[:1]))
        try_all([own, ours])
        broken = next(iter(ours.cells.values())) if ours.broken else None
        return Result([*own.cells.values()], [ours.cells[test.id] for test in ours.tests], broken)

    def text(self, test: SuiteTest) -> str:
        """Return the text of a test, to be read before its colour is known."""
        return self.suite.text(test)


class CaseExercise:
    """The cases of a kata, for an attempt that is a program in any language.

    A case that failed in the last run is run first: while it fails, the others are not run.
    """

    shared = 0

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt
        self.cases = {f"cases[{case.rule}]": case for case in attempt.kata.complete_cases}
        """By ids like those of the rows in a suite: the rule can be read from them."""
        self.tests = [SuiteTest(id, case.rule, "guards", 0) for id, case in self.cases.items()]

    def run(self, tests: Sequence[SuiteTest]) -> Result:
        """Run these, in their order, up to the first that is not green."""
        last, asked = last_run(all_lights(self.attempt)), list(tests or self.tests[:1])
        current = [test for test in asked if last and last.colour != "green" and test.id == last.test]
        cells = self.run_in_order(current)
        if all(cell.colour == "green" for cell in cells):
            cells += self.run_in_order([test for test in asked if test not in current])
            order = [test.id for test in asked]
            cells = up_to_red(sorted(cells, key=lambda cell: order.index(cell.id)))
        broken = None if tests else next((cell for cell in cells if cell.colour == "amber"), None)
        return Result([], cells, broken)

    def text(self, test: SuiteTest) -> str:
        """Return a case, to be read before its colour is known."""
        case = self.cases[test.id]
        complaints = [f"on standard error: {visible(words)}" for words in case.complaints]
        lines = ["fed:", *indented(case.given), "", "expected:", *indented(case.expected), "", *complaints]
        return "\n".join([*lines, ""] if complaints else lines)

    def run_in_order(self, tests: list[SuiteTest]) -> list[Cell]:
        """Return the cells of these, up to the first that is not green."""
        cells: list[Cell] = []
        if not tests:
            return cells
        try:
            limit = seconds(self.attempt.setting("limit"))
            program = Program(self.attempt.program, self.attempt.folder, self.attempt.setting("build"), limit)
            with closing(program.run_on([self.cases[test.id] for test in tests])) as results:
                for test, (case, outcome) in zip(tests, results, strict=False):
                    cells.append(case_cell(test, case, outcome))
                    if outcome.colour != "green":
                        break
        except (NotMade, NotRun, Missing, WrongCall) as fault:
            cells.append(not_started(tests[len(cells)], fault, self.attempt))
        return cells


Exercise = SuiteExercise | CaseExercise


@contextmanager
def open_exercise(attempt: Attempt) -> Iterator[Exercise]:
    """Open what leads an attempt; raises CollectionError where its suite cannot be collected."""
    if attempt.program:
        yield CaseExercise(attempt)
        return
    with collect(attempt.story) as suite:
        yield SuiteExercise(attempt, suite)


def up_to_red(cells: list[Cell]) -> list[Cell]:
    """Return these cells, up to the first that is not green."""
    first = next((n for n, cell in enumerate(cells) if cell.colour != "green"), len(cells))
    return cells[: first + 1]


def count_known(known: Collection[SuiteTest], tests: list[SuiteTest]) -> int:
    """Return how many of these tests, from the first one on, are known."""
    return next((n for n, test in enumerate(tests) if test not in known), len(tests))


def case_cell(test: SuiteTest, case: Case, outcome: Outcome) -> Cell:
    """Return the cell of a case, with a drawing if it does not pass."""
    lines = format_case(case, outcome, glance=True) if outcome.colour != "green" else []
    drawn = "\n".join(line.plain for line in lines).strip("\n")
    return Cell(test.id, test.rule, outcome.colour, visible(outcome.why), drawn, crashed=outcome.hangs)


def not_started(test: SuiteTest, fault: Exception, attempt: Attempt) -> Cell:
    """Return a cell that says why the program does not even start, and what to do."""
    why = str(fault)
    if isinstance(fault, Missing):
        why = f"there is no {fault} in {attempt.story.shown(attempt.folder)}: put it there"
    complaint = complained(fault.complaint) if isinstance(fault, NotMade) else []
    return Cell(test.id, test.rule, "amber", visible(why), "\n".join(line.plain for line in complaint))
