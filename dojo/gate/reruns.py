"""Law 4: each test has the same result again: alone, in reverse order, under other seeds, elsewhere."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager

from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, at_test
from dojo.runner.cache import Cache, digest, of_suite
from dojo.runner.proof.plain import Said, plain_pytest
from dojo.runner.repeat import ways

ELSEWHERE = {"TZ": "DOJO-13:45", "LC_ALL": "C"}
"""A time zone and a locale that few people have: a test that depends on them fails on another laptop."""


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every test whose colour depends on more than the step, and what it or the step (law 6) must not do."""
    matrix, story = evidence.matrix, evidence.story
    said: set[tuple[str, str]] = set()
    for step, rerun in evidence.reruns.items():
        for test in matrix.tests:
            first = matrix.cell(test, step).colour
            colours = rerun.colours.get(test.id, {})
            for way in ways(test, step, story.steps):
                if (colour := colours.get(way, "missing")) != first:
                    what = f"{first} in the order of the suite, and {colour} {way}"
                    fix = "let it depend on no other run, no order of a set and no date"
                    yield at_test(4, test, story, what, fix, step=step.name)
            for of_step, what in rerun.traces.get(test.id, []):
                if (test.id, what) not in said:
                    said.add((test.id, what))
                    fix = "let the test put back what it changes: tmp_path and monkeypatch do"
                    if of_step:
                        fix = "let the step give back an answer, and the test do that"
                    yield at_test(6 if of_step else 4, test, story, what, fix, step=step.name)


def plain(evidence: Evidence) -> Iterator[Violation]:
    """What pytest itself says on the last step in another time zone and locale, if the runner says otherwise.

    It sees what changes the run of a suite: settings, a conftest.py above it, hooks.
    """
    story, last = evidence.story, evidence.last
    cache = Cache(story.workspace, "plain")
    key = digest([*story.pytest_files, *last.files], story.top, [of_suite(story)])
    said = cache.read(key)
    if said is None:
        with elsewhere():
            said = plain_pytest([story.inside(story.suite), "--step", str(last.number)], story.top)
        if key == digest([*story.pytest_files, *last.files], story.top, [of_suite(story)]):
            cache.write(key, said)  # nobody saved while it ran
    status, line = Said(*said)
    if status or not re.match(rf"{len(evidence.tests)} passed in ", line):
        what = f"pytest itself says “{line}”, and the runner: {len(evidence.tests)} passed"
        place = " ".join(f"{name}={value}" for name, value in ELSEWHERE.items())
        fix = f"run {place} pytest {story.shown(story.suite)} --step {last.number}, and mend what it names"
        yield Violation(4, story.suite, 0, what, fix, last.name)


@contextmanager
def elsewhere() -> Iterator[None]:
    """Start processes in another time zone and another locale meanwhile."""
    before = {name: os.environ.get(name) for name in ELSEWHERE}
    os.environ.update(ELSEWHERE)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
