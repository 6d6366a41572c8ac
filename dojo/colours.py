"""The laws of colour, 1 to 4: what each cell of the matrix has to be."""

from collections.abc import Iterator

from dojo.breach import Breach
from dojo.matrix import Cell, Matrix, SuiteTest
from dojo.steps import Step


def breaches(matrix: Matrix) -> list[Breach]:
    """Every cell that breaks a law of colour, by step."""
    found = [
        *red_before_green(matrix),
        *red_for_the_right_reason(matrix),
        *refactoring_changes_no_colour(matrix),
        *every_test_runs_everywhere(matrix),
    ]
    return sorted(found, key=lambda breach: (breach.step, breach.law))


def red_before_green(matrix: Matrix) -> Iterator[Breach]:
    """Law 1: what drives N is red on N-1 and green from N on; what guards N is green on N-1 too."""
    for test, step, cell in written(matrix):
        tells = f"{test.kind} step {test.written}"
        if test.red_on(step) and cell.colour == "green":
            yield Breach(1, step.name, test.rule, f"{tells}, but is green before it: nothing was red")
        if not test.red_on(step) and cell.colour == "red":
            yield Breach(1, step.name, test.rule, f"{tells}, but is red here: {cell.why}")


def red_for_the_right_reason(matrix: Matrix) -> Iterator[Breach]:
    """Law 2: red is a failed assertion or a missing name. Whatever breaks otherwise is amber."""
    for test, step, cell in written(matrix):
        if cell.colour == "amber":
            what = f"{test.kind} step {test.written}, but is amber here, it broke: {cell.why}"
            yield Breach(2, step.name, test.rule, what)


def refactoring_changes_no_colour(matrix: Matrix) -> Iterator[Breach]:
    """Law 3: on a step that no test drives, each test keeps the colour of the step before."""
    for before, step in zip(matrix.steps, matrix.steps[1:], strict=False):
        if matrix.driving(step):
            continue
        for test in matrix.tests:
            old, new = matrix.cell(test, before).colour, matrix.cell(test, step).colour
            if test.written <= step.number and old != new:
                what = f"was {old} on {before.name} and is {new} after a refactoring"
                yield Breach(3, step.name, test.rule, what)


def every_test_runs_everywhere(matrix: Matrix) -> Iterator[Breach]:
    """Law 4: no cell is empty, and none is skipped. (A test without its mark stops the run.)"""
    for step in matrix.steps:
        for test in matrix.tests:
            if (colour := matrix.cell(test, step).colour) in ("skipped", "missing"):
                yield Breach(4, step.name, test.rule, f"{colour}: every test runs on every step")


def written(matrix: Matrix) -> Iterator[tuple[SuiteTest, Step, Cell]]:
    """Each test on each step that it has something to say about, those that have to be red first."""
    for step in matrix.steps:
        for test in sorted(matrix.tests, key=lambda test: not test.red_on(step)):
            if step.number >= test.written - 1:
                yield test, step, matrix.cell(test, step)
