"""The cases of a kata take the place of the tests for a program in any language, one at a time.

A case that failed in the last run is run first: while it fails, nobody waits for the others.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import all_lights, last_run
from dojo.coach.cycle.course import Result
from dojo.runner.cases.building import NotMade
from dojo.runner.cases.command import Missing, WrongCall, seconds
from dojo.runner.cases.drawing import at_a_glance, complained, indented, visible
from dojo.runner.cases.program import Program
from dojo.runner.child.program import NotRun, Outcome
from dojo.runner.result import Cell
from dojo.story.cases import Case
from dojo.story.tests import SuiteTest


class OfCases:
    """The cases of a kata, for an attempt that is a program."""

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt
        self.cases = {id_of(case): case for case in attempt.kata.complete_cases}
        self.tests = [SuiteTest(id, case.rule, "guards", 0) for id, case in self.cases.items()]

    @property
    def shared(self) -> int:
        """None of them is a case of another kata."""
        return 0

    def tried(self, tests: Sequence[SuiteTest]) -> Result:
        """They are run up to the first that is not green; where there is none, the first one of all tells
        whether the program starts.
        """
        cells = self.in_hand_first(list(tests or self.tests[:1]))
        if tests:
            return Result([], cells)
        return Result([], [], next((cell for cell in cells if cell.colour == "amber"), None))

    def text(self, test: SuiteTest) -> str:
        """The input, and the output that it should have."""
        case = self.cases[test.id]
        told = ["fed:", *indented(case.given), "", "expected:", *indented(case.expected), ""]
        told += [f"on standard error: {visible(words)}" for words in case.complaints]
        return "\n".join([*told, ""] if case.complaints else told)

    def in_hand_first(self, tests: list[SuiteTest]) -> list[Cell]:
        """Their cells, in their order; or the one in hand alone, while it is not green."""
        in_hand = [test for test in tests if test.id == self.in_hand()]
        again = self.run(in_hand)
        if again and again[-1].colour != "green":
            return again
        others = self.run([test for test in tests if test not in in_hand])
        cells = {cell.id: cell for cell in (*again, *others)}
        return list(so_far(cells[test.id] for test in tests if test.id in cells))

    def in_hand(self) -> str:
        """The case that was not green in the last run; nothing if all were green."""
        last = last_run(all_lights(self.attempt))
        return last.test if last and last.colour != "green" else ""

    def run(self, tests: list[SuiteTest]) -> list[Cell]:
        """The cells of these, up to the first that is not green."""
        cells: list[Cell] = []
        if not tests:
            return cells
        try:
            with closing(program_of(self.attempt).tried([self.cases[test.id] for test in tests])) as results:
                for cell in so_far(cell_of(*result) for result in results):
                    cells.append(cell)
        except (NotMade, NotRun, Missing, WrongCall) as fault:
            cells.append(not_started(tests[len(cells)], fault, self.attempt))
        return cells


def program_of(attempt: Attempt) -> Program:
    """The program that an attempt is; raises WrongCall if its limit is no number any more."""
    limit = seconds(attempt.setting("limit"))
    return Program(attempt.program, attempt.folder, attempt.setting("build"), limit)


def so_far(cells: Iterable[Cell]) -> Iterator[Cell]:
    """These cells, up to the first that is not green."""
    for cell in cells:
        yield cell
        if cell.colour != "green":
            return


def id_of(case: Case) -> str:
    """It looks like the id of a row in a suite: the rule can be read from it."""
    return f"cases[{case.rule}]"


def cell_of(case: Case, outcome: Outcome) -> Cell:
    """The cell of a case; it has a drawing if the case does not pass."""
    lines = at_a_glance(case, outcome) if outcome.colour != "green" else []
    drawn = "\n".join(line.plain for line in lines).strip("\n")
    return Cell(id_of(case), case.rule, outcome.colour, visible(outcome.why), drawn, fell=outcome.hangs)


def not_started(test: SuiteTest, fault: Exception, attempt: Attempt) -> Cell:
    """Why the program does not even start, and what to do; told of the test that it was started for."""
    why = str(fault)
    if isinstance(fault, Missing):
        why = f"there is no {fault} in {attempt.story.shown(attempt.folder)}: put it there"
    complaint = complained(fault.complaint) if isinstance(fault, NotMade) else []
    return Cell(test.id, test.rule, "amber", visible(why), "\n".join(line.plain for line in complaint))
