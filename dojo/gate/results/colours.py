"""Laws 1 to 3: the colour of each test on each step."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dojo.gate.evidence import Evidence
from dojo.gate.results.marks import explain_mark, find_true_mark
from dojo.gate.results.rows import (
    MAX_SAME_REASON,
    colours_of_tests,
    colours_on,
    group_by_function,
    merge_rows,
)
from dojo.gate.results.weak_tests import find_weakness
from dojo.gate.violation import Law, Violation, at_test
from dojo.model.outcome import Colour
from dojo.runner.matrix import Matrix
from dojo.runner.result import MISSING, NOT_TRIED, Result
from dojo.story.readme import SAYS_SO
from dojo.story.source import find_source, read_sources
from dojo.story.steps import Step
from dojo.story.tests import SuiteTest
from dojo.wording import count_of


def check_colours(evidence: Evidence) -> Iterator[Violation]:
    """Every test with a wrong mark, or that is wrong itself; and every other wrong colour, by step."""
    matrix = evidence.matrix
    violations: list[Violation] = []
    explained: set[SuiteTest] = set()
    for tests in group_by_function(matrix.tests):
        for fault, of_tests in explain_function(tests, matrix):
            violations.append(fault)
            explained.update(of_tests)
    driven = {test.written for test in explained}
    broken = [step for step in matrix.steps if matrix.does_not_load(step)]
    before = None
    for step in matrix.steps:
        if step in broken:
            violations += check_loading(step, matrix)
            before = None
            continue
        # a test that drives it may only have the wrong mark
        keeps_colours = before is not None and not matrix.driving(step) and step.number not in driven
        # first those that have to be red here, and so drive the next step
        tests = [test for test in matrix.tests if test not in explained]
        tests.sort(key=lambda test: not test.red_on(step))
        violations += check_cells(tests, step, matrix)
        if before and keeps_colours:
            for test in tests:
                violations += check_kept_colours(test, before, step, matrix)
        before = step
    yield from sorted(violations, key=lambda violation: (violation.step, violation.law))


def explain_function(tests: list[SuiteTest], matrix: Matrix) -> Iterator[tuple[Violation, list[SuiteTest]]]:
    """Yield what is wrong with the rows of a function themselves, with those rows; the same is said once.

    If a test that has to be red passes, and its code says that it cannot fail, none of its rows can.
    """
    passing = [test for test in tests if passes_too_early(test, matrix)]
    weakness = find_weakness(find_source(tests[0].id, matrix.story.top).function) if passing else None
    if weakness:
        problem = f"nothing was red before its step, for {weakness.problem}"
        yield at_test(Law.HAS_FAILED, passing[0], matrix.story, problem, weakness.mend), tests
        return
    faults: dict[Law, list[tuple[Violation, SuiteTest]]] = {}
    for test in tests:
        fault = explain_row(test, matrix)
        if fault and never_green(test, matrix):
            faults.setdefault(fault.law, []).append((fault, test))
        elif fault:
            yield fault, [test]
    for found in faults.values():
        yield merge_rows([fault for fault, _test in found]), [test for _fault, test in found]


def passes_too_early(test: SuiteTest, matrix: Matrix) -> bool:
    """True if a test is green on the step on which it has to be red."""
    reds = [step for step in matrix.steps if test.red_on(step)]
    return Colour.GREEN in colours_on(reds, test, matrix)


def never_green(test: SuiteTest, matrix: Matrix) -> bool:
    """True if a test is green on no step."""
    return Colour.GREEN not in colours_on(matrix.steps, test, matrix)


def check_loading(step: Step, matrix: Matrix) -> Iterator[Violation]:
    """A step that cannot be imported: no test has an answer there. Law 6 says where it is no valid Python."""
    [source] = read_sources([step.module])
    is_python = bool(source.tree.body) or not source.text.strip()
    if is_python:
        why = matrix.cell(matrix.tests[0], step).why
        yield Violation(Law.HONEST_RED, step.module, 0, f"does not load: {why}", "mend it", step.name)


def explain_row(test: SuiteTest, matrix: Matrix) -> Violation | None:
    """Say what is wrong with a test or its mark, if all steps together show that; None if a step is to blame.

    A test that is green on no step, although others come after its own, is wrong itself. One that turns green
    once, on another step than its mark says, has the wrong mark.
    """
    steps = [step for step in matrix.steps if step.number >= test.written]
    colours = colours_on(steps, test, matrix)
    is_measured = len(matrix.steps) == len(matrix.story.steps)
    if not is_measured or Colour.SKIPPED in colours or MISSING in colours:
        return None
    if len(steps) > 1 and Colour.GREEN not in colours:
        is_amber = colours[-1] == Colour.AMBER
        what = "breaks" if is_amber else "is red"
        problem = f"{what} on every step, on the last one too: {matrix.cell(test, steps[-1]).why}"
        law = Law.HONEST_RED if is_amber else Law.RED_THEN_GREEN
        return at_test(law, test, matrix.story, problem, "no step is to blame: mend the test")
    return explain_mark(test, matrix)


def check_cells(tests: Sequence[SuiteTest], step: Step, matrix: Matrix) -> Iterator[Violation]:
    """The wrong colours on a step; what is wrong with many tests for the same reason is said once."""
    faults: dict[tuple[Law, str], list[Violation]] = {}
    for test in tests:
        for fault in check_cell(test, step, matrix):
            why = matrix.cell(test, step).why
            faults.setdefault((fault.law, why), []).append(fault)
    hangs_or_ends = any(why != NOT_TRIED for law, why in faults if law == Law.HONEST_RED)
    for (_law, why), found in faults.items():
        if why == NOT_TRIED and hangs_or_ends:
            continue
        if not why or len(found) <= MAX_SAME_REASON:
            yield from found
        else:
            more = count_of(len(found) - 1, "more test")
            yield replace(found[0], problem=f"{found[0].problem}; and so for {more}")


def check_cell(test: SuiteTest, step: Step, matrix: Matrix) -> Iterator[Violation]:
    """What drives N is red on N-1 and green from N on, what guards N is green on N-1 too; each test runs.

    A red is a failed assertion or a missing name; whatever breaks in another way is amber.
    """
    cell = matrix.cell(test, step)
    right = Colour.RED if test.red_on(step) else Colour.GREEN
    if cell.colour in (Colour.SKIPPED, MISSING):
        problem = f"{cell.colour}: every test runs on every step"
        mend = "remove what keeps this one from it"
        yield at_test(Law.RUNS_THE_SAME, test, matrix.story, problem, mend, seen_on=step.name)
    # on the steps before, the test may have any colour
    elif step.number >= test.written - 1 and cell.colour != right:
        yield explain_colour(test, step, cell, matrix)


def explain_colour(test: SuiteTest, step: Step, cell: Result, matrix: Matrix) -> Violation:
    """Say why the colour of a cell is not the right one."""
    task = f"{test.kind} step {test.written}"
    mend_module = f"mend {matrix.story.shown(step.module)}"
    law = Law.RED_THEN_GREEN
    if cell.colour == Colour.AMBER:
        law = Law.HONEST_RED
        problem = f"{task}, but is amber here, it broke: {cell.why}"
        mend = f"{mend_module}, or the test, so that there is an answer to assert"
    elif cell.colour == Colour.GREEN:
        problem = f"{task}, but is green before it: nothing was red"
        mend = find_true_mark(test, matrix) or "ask for more than this step says"
    else:
        problem = f"{task}, but is red here: {cell.why}"
        mend = find_true_mark(test, matrix) or mend_module
        drivers = matrix.driving(step)
        if drivers and Colour.GREEN not in colours_of_tests(drivers, step, matrix):
            # the step does nothing that its tests ask for, so it is to blame, and no mark
            mend = mend_module
    return at_test(law, test, matrix.story, problem, mend, seen_on=step.name)


def check_kept_colours(test: SuiteTest, before: Step, step: Step, matrix: Matrix) -> Iterator[Violation]:
    """A refactoring or another design changes no colour of a written test, and does not make the next red.

    If a test-first step breaks something, that is an honest wrong turn, and the next test may well be red
    because of it. A refactoring may change what no test asks for, as when it removes a fake; then its README
    says so.
    """
    kind = matrix.story.undriven_kind(step.chapter)
    old, new = matrix.cell(test, before).colour, matrix.cell(test, step).colour
    says_so = SAYS_SO in " ".join(step.prose.split())
    if test.written <= step.number and old != new:
        problem = f"was {old} on {before.name} and is {new} after {kind.with_article}"
        mend = f"keep it {old}, or mark a new test drives({step.number})"
        yield at_test(Law.REFACTORING, test, matrix.story, problem, mend, seen_on=step.name)
    elif test.red_on(step) and old == Colour.GREEN != new and not says_so:
        problem = f"was green on {before.name}, and only this {kind.noun} made it red"
        mend = f"keep it green, or say in the README that this changes what {SAYS_SO}"
        yield at_test(Law.RED_THEN_GREEN, test, matrix.story, problem, mend, seen_on=step.name)
