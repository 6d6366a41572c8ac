"""At the end: the tests of ours that a participant lacks, by their rules."""

from dojo.coach.cycle.course import OfSuite
from dojo.coach.cycle.run import Run
from dojo.coach.mine.catching import Standing
from dojo.jury.jury import caught_by
from dojo.story.tests import SuiteTest


def lacking(run: Run, rules: Standing) -> list[str]:
    """The rules of our tests that the code does not pass; then of those that catch another mutant."""
    tests = run.course.tests
    result = run.course.tried(tests)
    failing = [test for test, cell in zip(tests, result.ours, strict=False) if cell.colour != "green"]
    alive = [mutant for rule in rules.rules for mutant in rules.alive(rule)]
    catching: list[SuiteTest] = []
    if alive and isinstance(run.course, OfSuite):
        catching = caught_by(run.course.suite, tests, alive)
    return list(dict.fromkeys(test.rule for test in [*failing, *catching]))
