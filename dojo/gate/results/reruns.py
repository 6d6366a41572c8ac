"""Laws 4 and 6: each test again, in another order, on another day, elsewhere; and what it does besides."""

import sys
from collections.abc import Iterator, Sequence

from dojo.gate.evidence import Evidence, run_once
from dojo.gate.results.rows import group_by_function, merge_rows
from dojo.gate.violation import Law, Violation, at_test
from dojo.runner.cache import suite_key
from dojo.runner.child.isolation import IMPORT, SideEffect
from dojo.runner.matrix import Matrix
from dojo.runner.programs.command import ProgramOutcome
from dojo.runner.recorder.dependencies import PACKAGES, state_of
from dojo.runner.repeat import Rerun, ways
from dojo.runner.result import MISSING
from dojo.story.steps import Step
from dojo.story.tests import SuiteTest

# A time zone and a locale that few people have: a test that depends on them fails on another laptop.
RARE_SETTINGS = ("TZ=DOJO-13:45", "LC_ALL=C")
SUITE_S = 300


def check_reruns(evidence: Evidence) -> Iterator[Violation]:
    """Every test whose colour depends on more than the step, and what it or the step (law 6) must not do."""
    # what a test does on many steps is said of the first
    seen: set[tuple[str, str]] = set()
    functions = group_by_function(evidence.matrix.tests)
    for step, rerun in evidence.reruns.items():
        yield from check_import(step, rerun)
        for tests in functions:
            for way, found in find_changed_colours(tests, step, rerun, evidence.matrix).items():
                function = tests[0].id.partition("[")[0]
                if (function, way) not in seen:
                    seen.add((function, way))
                    yield merge_rows(found)
        for test in evidence.matrix.tests:
            for effect in rerun.side_effects.get(test.id, []):
                if (test.id, effect.what) not in seen:
                    seen.add((test.id, effect.what))
                    yield explain_side_effect(effect, test, step, evidence)


def check_import(step: Step, rerun: Rerun) -> Iterator[Violation]:
    """What a step does while it is imported, each thing once."""
    deeds = dict.fromkeys(effect.what for effect in rerun.side_effects.get(IMPORT, []))
    for deed in deeds:
        problem = f"{deed} while it is imported"
        mend = "let a function do that, when it is called"
        yield Violation(Law.STANDS_ALONE, step.module, 0, problem, mend)


def find_changed_colours(
    tests: Sequence[SuiteTest], step: Step, rerun: Rerun, matrix: Matrix
) -> dict[str, list[Violation]]:
    """Return, for each other way to run the rows of a function, what is wrong with those that it changes."""
    found: dict[str, list[Violation]] = {}
    for test in tests:
        first = matrix.cell(test, step).colour
        colours = rerun.colours.get(test.id, {})
        for way in ways(test, step, matrix.story.steps):
            colour = colours.get(way, MISSING)
            if colour != first:
                problem = f"{first} in the order of the suite, and {colour} {way}"
                mend = "let it depend on no other run, order of a set, date or time zone"
                fault = at_test(Law.RUNS_THE_SAME, test, matrix.story, problem, mend, seen_on=step.name)
                found.setdefault(way, []).append(fault)
    return found


def explain_side_effect(effect: SideEffect, test: SuiteTest, step: Step, evidence: Evidence) -> Violation:
    """Say what to do about what a test, or the step that it runs, does besides its answer."""
    law, mend = Law.RUNS_THE_SAME, "let the test put back what it changes: tmp_path and monkeypatch do"
    if effect.is_warning:
        mend = "do without what it warns of, or expect it: with pytest.warns"
    if effect.by_step:
        law, mend = Law.STANDS_ALONE, "let the step give back an answer, and the test do that"
    return at_test(law, test, evidence.story, effect.what, mend, seen_on=step.name)


def check_plain_pytest(evidence: Evidence) -> Iterator[Violation]:
    """What pytest itself says on the last step in another time zone and locale, if the runner says otherwise.

    It sees what changes the run of a suite: settings, a conftest.py above it, hooks.
    """
    story, last, count = evidence.story, evidence.last, len(evidence.tests)
    options = [story.inside(story.suite), "--step", f"{last.number}", "-q", "--tb=no", "--color=no"]
    outcome = run_once(
        story,
        "plain",
        [*story.pytest_files, *last.files],
        ["env", *RARE_SETTINGS, sys.executable, "-m", "pytest", *options, "-p", "no:cacheprovider"],
        # each of the packages may have a plugin for pytest
        suite=f"{suite_key(story)} {state_of(PACKAGES)}",
        limit=SUITE_S,
        # something in its way may be gone when we are asked again
        is_right=lambda outcome: all_passed(outcome, count),
    )
    if not all_passed(outcome, count):
        summary = last_line(outcome)
        problem = f"pytest itself says “{summary}”, and the runner: {count} passed"
        command = f"{' '.join(RARE_SETTINGS)} pytest {story.shown(story.suite)} --step {last.number}"
        mend = f"run {command}, and mend what it names"
        yield Violation(Law.RUNS_THE_SAME, story.suite, 0, problem, mend, last.name)


def last_line(outcome: ProgramOutcome) -> str:
    """Return the last line that a program printed, or why it printed none."""
    lines = outcome.printed.strip().splitlines()
    return lines[-1] if lines else outcome.why


def all_passed(outcome: ProgramOutcome, count: int) -> bool:
    """True if pytest reports only passed tests, this many of them."""
    return last_line(outcome).startswith(f"{count} passed in ")
