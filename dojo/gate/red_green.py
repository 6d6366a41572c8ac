"""Laws 1 to 4, which the colours of the cells can break."""

from collections.abc import Iterator
from itertools import pairwise

from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, at_test, split
from dojo.runner.matrix import Matrix
from dojo.runner.result import Cell
from dojo.story.readme import SAYS_SO
from dojo.story.steps import Step
from dojo.story.tests import SuiteTest


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every cell that has another colour than it has to have, by step."""
    matrix = evidence.matrix
    checks = (red_first, made_red, right_reason, refactoring, everywhere)
    found = [one for check in checks for one in check(matrix)]
    yield from sorted(found, key=lambda one: (one.step, one.law))


def red_first(matrix: Matrix) -> Iterator[Violation]:
    """Law 1: what drives N is red on N-1 and green from N on; what guards N is green on N-1 too.

    If a test only has the wrong mark, the violation says which mark is right.
    """
    for test, step, cell in written(matrix):
        tells = f"{test.kind} step {test.written}"
        if test.red_on(step) and cell.colour == "green":
            do = true_mark(test, matrix) or "ask for more than this step says"
            what = f"{tells}, but is green before it: nothing was red; {do}"
            yield at_test(1, test, matrix.story, *split(what), step=step.name)
        if not test.red_on(step) and cell.colour == "red":
            do = true_mark(test, matrix) or mend(step, matrix)
            what = f"{tells}, but is red here: {cell.why}; {do}"
            yield at_test(1, test, matrix.story, *split(what), step=step.name)


def mend(step: Step, matrix: Matrix) -> str:
    """What to do if a test is not green on a step."""
    return f"mend {matrix.story.shown(step.module)}"


def true_mark(test: SuiteTest, matrix: Matrix) -> str:
    """Which mark to give a test that turns from red to green once and for all; nothing for any other."""
    greens = [step.number for step in matrix.steps if matrix.cell(test, step).colour == "green"]
    reds = [step.number for step in matrix.steps if matrix.cell(test, step).colour == "red"]
    if test.kind == "drives" and test.written - 1 in greens:
        turn = f", or drives({greens[0]}), where it turns green" if greens[0] - 1 in reds else ""
        return f"it is really a guard: mark it guards({test.written}){turn}"
    if (
        not greens or not reds or greens[0] != reds[-1] + 1
    ):  # a later step has broken it, or none makes it green
        return ""
    if greens[0] == test.written:
        return f"it is really a driver: mark it drives({test.written})"
    return f"it turns green at step {greens[0]}: mark it drives({greens[0]})"


def written(matrix: Matrix) -> Iterator[tuple[SuiteTest, Step, Cell]]:
    """Each test on each step that it has something to say about; first the tests that have to be red."""
    for step in matrix.steps:
        for test in sorted(matrix.tests, key=lambda test: not test.red_on(step)):
            if step.number >= test.written - 1:
                yield test, step, matrix.cell(test, step)


def made_red(matrix: Matrix) -> Iterator[Violation]:
    """Law 1: a refactoring breaks nothing; it does not make the next step's test red.

    If a test-first step breaks something, that is an honest wrong turn, and the next test may well be red
    because of it. A refactoring may change what no test asks for, as when it removes a fake; then its README
    says so.
    """
    for before, step in pairwise(matrix.steps):
        if matrix.driving(step) or SAYS_SO in " ".join(step.prose.split()):
            continue
        for test in matrix.tests:
            if test.red_on(step) and matrix.cell(test, before).colour == "green":
                what = f"was green on {before.name}, and only this refactoring made it red"
                do = f"keep it green, or say in the README that this changes what {SAYS_SO}"
                yield at_test(1, test, matrix.story, what, do, step=step.name)


def right_reason(matrix: Matrix) -> Iterator[Violation]:
    """Law 2: red is a failed assertion or a missing name. Whatever breaks in another way is amber."""
    for test, step, cell in written(matrix):
        if cell.colour == "amber":
            what = f"{test.kind} step {test.written}, but is amber here, it broke: {cell.why}"
            do = f"{mend(step, matrix)}, or the test, so that there is an answer to assert"
            yield at_test(2, test, matrix.story, what, do, step=step.name)


def refactoring(matrix: Matrix) -> Iterator[Violation]:
    """Law 3: on a step that no test drives, each test keeps the colour of the step before."""
    for before, step in pairwise(matrix.steps):
        if matrix.driving(step):
            continue
        for test in matrix.tests:
            old, new = matrix.cell(test, before).colour, matrix.cell(test, step).colour
            if test.written <= step.number and old != new:
                what = f"was {old} on {before.name} and is {new} after a refactoring"
                do = f"keep it {old}, or mark a new test drives({step.number})"
                yield at_test(3, test, matrix.story, what, do, step=step.name)


def everywhere(matrix: Matrix) -> Iterator[Violation]:
    """Law 4: every test runs on every step, and none is skipped."""
    for step in matrix.steps:
        for test in matrix.tests:
            if (colour := matrix.cell(test, step).colour) in ("skipped", "missing"):
                what = f"{colour}: every test runs on every step; remove what keeps this one from it"
                yield at_test(4, test, matrix.story, *split(what), step=step.name)
