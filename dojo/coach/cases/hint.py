"""`make hint` for a program: which case is in hand, where its two files are, and how to run it by hand."""

import shlex

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light, all_lights, count_revealed, last_run, record
from dojo.attempt.snapshot import take_snapshot
from dojo.coach.cases.course import OfCases
from dojo.coach.showing import left_out
from dojo.story.cases import Case
from dojo.story.katas import STATEMENT
from dojo.story.story import seen_from
from dojo.story.tests import SuiteTest


def hint(attempt: Attempt, out: Console) -> None:
    """Give it, and keep that it was given; raises NotRecorded."""
    lights, course = all_lights(attempt), OfCases(attempt)
    test = in_hand(lights, course.tests)
    case = course.cases[test.id]
    out.print(f"“{test.rule}”", style="bold")
    for line in lines(attempt, case):
        out.print(line, soft_wrap=True)
    colour, counts = (lights[-1].colour, lights[-1].counts) if lights else ("amber", {})
    snapshot = take_snapshot(attempt.folder)
    left_out(out, snapshot)
    record(attempt, verb="hint", colour=colour, counts=counts, test=test.id, snapshot=snapshot, hints=1)


def in_hand(lights: list[Light], tests: list[SuiteTest]) -> SuiteTest:
    """The case that the last run told of; before, the one that was revealed last, or the first."""
    last = last_run(lights)
    named = [test for test in tests if last and test.id == last.test]
    return named[0] if named else tests[max(min(count_revealed(lights), len(tests)) - 1, 0)]


def lines(attempt: Attempt, case: Case) -> list[str]:
    """Where its files are, and how to run it by hand, to print something on the way."""
    shown = attempt.story.shown
    fed = shlex.quote(seen_from(attempt.folder, case.file))
    return [
        f"The input: {shown(case.file)}",
        f"The output: {shown(case.output)}",
        f"The rules: {shown(attempt.kata.folder / STATEMENT)}",
        f"By hand, in {shown(attempt.folder)}: {attempt.program} < {fed}",
    ]
