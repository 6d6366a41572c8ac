"""Laws 1 to 3: the colour of each test on each step."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

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


@dataclass(frozen=True)
class Explanation:
    """What is wrong with some tests themselves, whichever step they run on.

    Attributes:
        violation: what is said of them.
        tests: the tests that it is about; their wrong colours are not reported again.
    """

    violation: Violation
    tests: Sequence[SuiteTest]


def check_colours(evidence: Evidence) -> Iterator[Violation]:
    """Every test with a wrong mark, or that is wrong itself; and every other wrong colour, by step."""
    matrix = evidence.matrix
    explanations = explain_tests(matrix)
    violations = [explanation.violation for explanation in explanations]
    explained: set[SuiteTest] = set()
    for explanation in explanations:
        explained.update(explanation.tests)
    # the colours of an explained test say nothing about a step
    tests = [test for test in matrix.tests if test not in explained]
    steps_of_explained = {test.written for test in explained}
    before = None
    for step in matrix.steps:
        if matrix.does_not_load(step):
            violations += check_loading(step, matrix)
            # the colours of the next step have nothing to be compared with
            before = None
            continue
        violations += check_cells(tests, step, matrix)
        # a step without a driver is a refactoring, unless a test that drives it only has the wrong mark
        is_undriven = not matrix.driving(step) and step.number not in steps_of_explained
        if before and is_undriven:
            violations += check_kept_colours(tests, before, step, matrix)
        before = step
    yield from sorted(violations, key=lambda violation: (violation.step, violation.law))


def explain_tests(matrix: Matrix) -> list[Explanation]:
    """Return what is wrong with tests themselves, and not with a step."""
    explanations: list[Explanation] = []
    for tests in group_by_function(matrix.tests):
        weakness = explain_weakness(tests, matrix)
        if weakness:
            explanations.append(weakness)
        else:
            explanations += explain_rows(tests, matrix)
    return explanations


def explain_weakness(tests: Sequence[SuiteTest], matrix: Matrix) -> Explanation | None:
    """Say why the code of a function can't fail, if a test of it passes that has to be red.

    The rows of its table share this code: none of them can fail.
    """
    passing = [test for test in tests if passes_too_early(test, matrix)]
    if not passing:
        return None
    source = find_source(passing[0].id, matrix.story.top)
    weakness = find_weakness(source.function)
    if not weakness:
        return None
    problem = f"nothing was red before its step, for {weakness.problem}"
    violation = at_test(Law.HAS_FAILED, passing[0], matrix.story, problem, weakness.mend)
    return Explanation(violation, tests)


def explain_rows(tests: Sequence[SuiteTest], matrix: Matrix) -> list[Explanation]:
    """Return what is wrong with the rows of a table, or with a test that has no table."""
    explanations: list[Explanation] = []
    # what is green on no step is wrong in all rows for the same reason, as a rule: then it's said once
    never_green: dict[Law, list[Explanation]] = {}
    for test in tests:
        violation = explain_row(test, matrix)
        if violation is None:
            continue
        explanation = Explanation(violation, [test])
        if is_never_green(test, matrix):
            never_green.setdefault(violation.law, []).append(explanation)
        else:
            explanations.append(explanation)
    for rows in never_green.values():
        explanations.append(join_explanations(rows))
    return explanations


def join_explanations(rows: Sequence[Explanation]) -> Explanation:
    """Return what is wrong with some rows of a table as one explanation."""
    tests: list[SuiteTest] = []
    for row in rows:
        tests += row.tests
    return Explanation(merge_rows([row.violation for row in rows]), tests)


def passes_too_early(test: SuiteTest, matrix: Matrix) -> bool:
    """True if a test is green on the step on which it has to be red."""
    reds = [step for step in matrix.steps if test.red_on(step)]
    return Colour.GREEN in colours_on(reds, test, matrix)


def is_never_green(test: SuiteTest, matrix: Matrix) -> bool:
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
    # of many tests, the first is named: rather one that drives the next step, and so has to be red here
    drivers_first = sorted(tests, key=lambda test: not test.red_on(step))
    by_reason: dict[tuple[Law, str], list[Violation]] = {}
    has_broken = False
    for test in drivers_first:
        violation = explain_cell(test, step, matrix)
        if violation is None:
            continue
        why = matrix.cell(test, step).why
        by_reason.setdefault((violation.law, why), []).append(violation)
        if violation.law == Law.HONEST_RED and why != NOT_TRIED:
            has_broken = True
    for (_law, why), violations in by_reason.items():
        # one that hung or ended Python is named, and is the reason why the others were not tried
        if why == NOT_TRIED and has_broken:
            continue
        if not why or len(violations) <= MAX_SAME_REASON:
            yield from violations
            continue
        first = violations[0]
        more = count_of(len(violations) - 1, "more test")
        yield replace(first, problem=f"{first.problem}; and so for {more}")


def explain_cell(test: SuiteTest, step: Step, matrix: Matrix) -> Violation | None:
    """Say what is wrong with the colour of a test on a step; None if it is right.

    What drives N is red on N-1 and green from N on, what guards N is green on N-1 too; each test runs. A red
    is a failed assertion or a missing name; whatever breaks in another way is amber.
    """
    cell = matrix.cell(test, step)
    if cell.colour in (Colour.SKIPPED, MISSING):
        problem = f"{cell.colour}: every test runs on every step"
        mend = "remove what keeps this one from it"
        return at_test(Law.RUNS_THE_SAME, test, matrix.story, problem, mend, seen_on=step.name)
    may_have_any_colour = step.number < test.written - 1
    right = Colour.RED if test.red_on(step) else Colour.GREEN
    if may_have_any_colour or cell.colour == right:
        return None
    return explain_colour(test, step, cell, matrix)


def explain_colour(test: SuiteTest, step: Step, cell: Result, matrix: Matrix) -> Violation:
    """Say why the colour of a cell is not the right one."""
    story = matrix.story
    task = f"{test.kind} step {test.written}"
    mend_module = f"mend {story.shown(step.module)}"
    if cell.colour == Colour.AMBER:
        problem = f"{task}, but is amber here, it broke: {cell.why}"
        mend = f"{mend_module}, or the test, so that there is an answer to assert"
        return at_test(Law.HONEST_RED, test, story, problem, mend, seen_on=step.name)
    if cell.colour == Colour.GREEN:
        problem = f"{task}, but is green before it: nothing was red"
        mend = find_true_mark(test, matrix) or "ask for more than this step says"
        return at_test(Law.RED_THEN_GREEN, test, story, problem, mend, seen_on=step.name)
    problem = f"{task}, but is red here: {cell.why}"
    drivers = matrix.driving(step)
    does_nothing_new = bool(drivers) and Colour.GREEN not in colours_of_tests(drivers, step, matrix)
    # a step that does nothing of what its tests ask for is to blame itself, and no mark
    mend = "" if does_nothing_new else find_true_mark(test, matrix)
    return at_test(Law.RED_THEN_GREEN, test, story, problem, mend or mend_module, seen_on=step.name)


def check_kept_colours(
    tests: Sequence[SuiteTest], before: Step, step: Step, matrix: Matrix
) -> Iterator[Violation]:
    """The colours that a refactoring or another design has changed."""
    for test in tests:
        violation = explain_change(test, before, step, matrix)
        if violation:
            yield violation


def explain_change(test: SuiteTest, before: Step, step: Step, matrix: Matrix) -> Violation | None:
    """Say which colour a step has changed that no test drives; None if it has changed none that counts.

    A refactoring or another design changes no colour of a written test, and does not make the next one red.
    If a test-first step breaks something, that is an honest wrong turn, and the next test may well be red
    because of it. A refactoring may change what no test asks for, as when it removes a fake; then its README
    says so.
    """
    old = matrix.cell(test, before).colour
    new = matrix.cell(test, step).colour
    kind = matrix.story.undriven_kind(step.chapter)
    if test.written <= step.number and old != new:
        problem = f"was {old} on {before.name} and is {new} after {kind.with_article}"
        mend = f"keep it {old}, or mark a new test drives({step.number})"
        return at_test(Law.REFACTORING, test, matrix.story, problem, mend, seen_on=step.name)
    was_made_red = test.red_on(step) and old == Colour.GREEN and new != Colour.GREEN
    says_so = SAYS_SO in " ".join(step.prose.split())
    if was_made_red and not says_so:
        problem = f"was green on {before.name}, and only this {kind.noun} made it red"
        mend = f"keep it green, or say in the README that this changes what {SAYS_SO}"
        return at_test(Law.RED_THEN_GREEN, test, matrix.story, problem, mend, seen_on=step.name)
    return None
