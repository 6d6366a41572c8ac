"""Laws 1 to 4: the result of each test on each step, and again: in another order, another day, elsewhere."""

import sys
from collections.abc import Iterator

from dojo.gate.evidence import Evidence, run_once
from dojo.gate.violation import Violation, at_test
from dojo.runner.cache import suite_key
from dojo.runner.child.isolation import IMPORT
from dojo.runner.matrix import Matrix
from dojo.runner.recorder.dependencies import PACKAGES, state_of
from dojo.runner.repeat import ways
from dojo.story.readme import SAYS_SO
from dojo.story.steps import Step
from dojo.story.tests import SuiteTest

ELSEWHERE = ("TZ=DOJO-13:45", "LC_ALL=C")
"""A time zone and a locale that few people have: a test that depends on them fails on another laptop."""
SUITE_S = 300


def check_colours(evidence: Evidence) -> Iterator[Violation]:
    """Every cell that has another colour than it has to have, by step."""
    matrix = evidence.matrix
    found: list[Violation] = []
    for before, step in zip([None, *matrix.steps], matrix.steps, strict=False):
        driven = matrix.driving(step)
        for test in sorted(matrix.tests, key=lambda test: not test.red_on(step)):
            found += check_cell(test, step, matrix)
            found += check_refactoring(test, before, step, matrix) if before and not driven else []
    yield from sorted(found, key=lambda one: (one.step, one.law))


def check_cell(test: SuiteTest, step: Step, matrix: Matrix) -> Iterator[Violation]:
    """What drives N is red on N-1 and green from N on, what guards N is green on N-1 too; each test runs.

    A red is a failed assertion or a missing name; whatever breaks in another way is amber.
    """
    cell, right, story = matrix.cell(test, step), "red" if test.red_on(step) else "green", matrix.story
    tells, mend = f"{test.kind} step {test.written}", f"mend {story.shown(step.module)}"
    if cell.colour in ("skipped", "missing"):
        what = f"{cell.colour}: every test runs on every step; remove what keeps this one from it"
        yield at_test(4, test, story, what, step.name)
    elif step.number < test.written - 1 or cell.colour == right:
        return
    elif cell.colour == "amber":
        what = f"{tells}, but is amber here, it broke: {cell.why}"
        fix = f"{mend}, or the test, so that there is an answer to assert"
        yield at_test(2, test, story, f"{what}; {fix}", step.name)
    elif right == "red":
        fix = true_mark(test, matrix) or "ask for more than this step says"
        what = f"{tells}, but is green before it: nothing was red; {fix}"
        yield at_test(1, test, story, what, step.name)
    else:
        what = f"{tells}, but is red here: {cell.why}; {true_mark(test, matrix) or mend}"
        yield at_test(1, test, story, what, step.name)


def check_refactoring(test: SuiteTest, before: Step, step: Step, matrix: Matrix) -> Iterator[Violation]:
    """A refactoring changes no colour of a test that is written, and does not make the next red.

    If a test-first step breaks something, that is an honest wrong turn, and the next test may well be red
    because of it. A refactoring may change what no test asks for, as when it removes a fake; then its README
    says so.
    """
    old, new = matrix.cell(test, before).colour, matrix.cell(test, step).colour
    if test.written <= step.number and old != new:
        what = f"was {old} on {before.name} and is {new} after a refactoring"
        fix = f"keep it {old}, or mark a new test drives({step.number})"
        yield at_test(3, test, matrix.story, f"{what}; {fix}", step.name)
    elif test.red_on(step) and old == "green" and SAYS_SO not in " ".join(step.prose.split()):
        what = f"was green on {before.name}, and only this refactoring made it red"
        fix = f"keep it green, or say in the README that this changes what {SAYS_SO}"
        yield at_test(1, test, matrix.story, f"{what}; {fix}", step.name)


def true_mark(test: SuiteTest, matrix: Matrix) -> str:
    """Say which mark to give a test that turns green once and for all, or that is green on every step."""
    colours = {step.number: matrix.cell(test, step).colour for step in matrix.steps}
    greens = [number for number, colour in colours.items() if colour == "green"]
    reds = [number for number, colour in colours.items() if colour == "red"]
    if not greens or (reds and greens[0] != reds[-1] + 1):  # a later step has broken it, or none mends it
        return ""
    if reds and greens[0] >= test.written:
        return f"it turns green at step {greens[0]}: mark it drives({greens[0]})"
    return f"it is green by then: mark it guards({test.written})"


def check_reruns(evidence: Evidence) -> Iterator[Violation]:
    """Every test whose colour depends on more than the step, and what it or the step (law 6) must not do."""
    matrix, story = evidence.matrix, evidence.story
    said: set[tuple[str, str]] = set()
    for step, rerun in evidence.reruns.items():
        for what in dict.fromkeys(what for _, what in rerun.traces.get(IMPORT, [])):
            fix = "let a function do that, when it is called"
            yield Violation(6, step.module, 0, f"{what} while it is imported; {fix}")
        for test in matrix.tests:
            first = matrix.cell(test, step).colour
            for way in ways(test, step, story.steps):
                if (colour := rerun.colours.get(test.id, {}).get(way, "missing")) != first:
                    what = f"{first} in the order of the suite, and {colour} {way}"
                    fix = "let it depend on no other run, order of a set, date or time zone"
                    yield at_test(4, test, story, f"{what}; {fix}", step.name)
            for of_step, what in rerun.traces.get(test.id, []):
                law, fix = 4, "let the test put back what it changes: tmp_path and monkeypatch do"
                if of_step:
                    law, fix = 6, "let the step give back an answer, and the test do that"
                if (test.id, what) not in said:
                    yield at_test(law, test, story, f"{what}; {fix}", step.name)
                said.add((test.id, what))


def check_plain_pytest(evidence: Evidence) -> Iterator[Violation]:
    """What pytest itself says on the last step in another time zone and locale, if the runner says otherwise.

    It sees what changes the run of a suite: settings, a conftest.py above it, hooks.
    """
    story, last, count = evidence.story, evidence.last, len(evidence.tests)
    words = [story.inside(story.suite), "--step", f"{last.number}", "-q", "--tb=no", "--color=no"]
    ran = run_once(
        story,
        "plain",
        [*story.pytest_files, *last.files],
        ["env", *ELSEWHERE, sys.executable, "-m", "pytest", *words, "-p", "no:cacheprovider"],
        suite=f"{suite_key(story)} {state_of(PACKAGES)}",  # each of them may have a plugin for pytest
        limit=SUITE_S,
    )
    line = (ran.printed.strip().splitlines() or [ran.why])[-1]
    if not line.startswith(f"{count} passed in "):
        what = f"pytest itself says “{line}”, and the runner: {count} passed"
        typed = f"{' '.join(ELSEWHERE)} pytest {story.shown(story.suite)} --step {last.number}"
        yield Violation(4, story.suite, 0, f"{what}; run {typed}, and mend what it names", last.name)
