"""Laws 1 to 4: the result of each test on each step, and again: in another order, another day, elsewhere."""

import re
from collections.abc import Iterator

from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, at_test
from dojo.runner.cache import Cache, cached_answers, digest, suite_key
from dojo.runner.matrix import Matrix
from dojo.runner.repeat import run_plain_pytest, ways
from dojo.story.readme import SAYS_SO
from dojo.story.steps import Step
from dojo.story.tests import SuiteTest

ELSEWHERE = {"TZ": "DOJO-13:45", "LC_ALL": "C"}
"""A time zone and a locale that few people have: a test that depends on them fails on another laptop."""


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
    """Say which mark to give a test that turns from red to green once and for all; nothing of any other."""
    greens = [step.number for step in matrix.steps if matrix.cell(test, step).colour == "green"]
    reds = [step.number for step in matrix.steps if matrix.cell(test, step).colour == "red"]
    if test.kind == "drives" and test.written - 1 in greens:
        turn = f", or drives({greens[0]}), where it turns green" if greens[0] - 1 in reds else ""
        return f"it is really a guard: mark it guards({test.written}){turn}"
    if not greens or not reds or greens[0] != reds[-1] + 1:  # a later step has broken it, or none mends it
        return ""
    if greens[0] == test.written:
        return f"it is really a driver: mark it drives({test.written})"
    return f"it turns green at step {greens[0]}: mark it drives({greens[0]})"


def check_reruns(evidence: Evidence) -> Iterator[Violation]:
    """Every test whose colour depends on more than the step, and what it or the step (law 6) must not do."""
    matrix, story = evidence.matrix, evidence.story
    said: set[tuple[str, str]] = set()
    for step, rerun in evidence.reruns.items():
        for what in dict.fromkeys(rerun.done):
            fix = "let a function do that, when it is called"
            yield Violation(6, step.module, 0, f"{what} while it is imported; {fix}")
        for test in matrix.tests:
            first = matrix.cell(test, step).colour
            for way in ways(test, step, story.steps):
                if (colour := rerun.colours.get(test.id, {}).get(way, "missing")) != first:
                    what = f"{first} in the order of the suite, and {colour} {way}"
                    fix = "let it depend on no other run, no order of a set and no date"
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
    story, last = evidence.story, evidence.last
    words, files = [story.inside(story.suite), "--step", f"{last.number}"], [*story.pytest_files, *last.files]
    answers = cached_answers(
        Cache(story.workspace, "plain"),
        lambda: {last: digest(files, story.top, [suite_key(story)])},
        lambda _: {last: run_plain_pytest(words, story.top, ELSEWHERE)},
    )
    status, line = answers[last]
    if status or not re.match(rf"{len(evidence.tests)} passed in ", line):
        what = f"pytest itself says “{line}”, and the runner: {len(evidence.tests)} passed"
        place = " ".join(f"{name}={value}" for name, value in ELSEWHERE.items())
        fix = f"run {place} pytest {story.shown(story.suite)} --step {last.number}, and mend what it names"
        yield Violation(4, story.suite, 0, f"{what}; {fix}", last.name)
