"""Law 4: on the last step pytest itself passes as many tests, in another time zone and another locale."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dojo.gate.evidence import Evidence
from dojo.gate.suite.settings import OTHERS
from dojo.gate.violation import Violation
from dojo.runner.cache import Cache, digest, of_suite
from dojo.runner.proof.plain import Said, plain_pytest
from dojo.story.story import Story

SETTINGS = (*OTHERS, "conftest.py")
"""What pytest takes its settings from, in the folders above the suite."""
ELSEWHERE = {"TZ": "DOJO-13:45", "LC_ALL": "C"}
"""A time zone and a locale that few people have: a test that depends on them fails on another laptop."""


def check(evidence: Evidence) -> Iterator[Violation]:
    """What pytest says, if the runner says something else."""
    matrix = evidence.matrix
    story, last = matrix.story, matrix.story.steps[-1]
    cache, key = Cache(story.workspace, "plain"), key_of(story)
    said = cache.read(key)
    if said is None:
        with elsewhere():
            said = plain_pytest([story.inside(story.suite), "--step", str(last.number)], story.top)
        if key == key_of(story):  # nobody saved while it ran
            cache.write(key, said)
    status, line = Said(*said)
    if status or not re.match(rf"{len(matrix.tests)} passed in ", line):
        what = f"pytest itself says “{line}”, and the runner: {len(matrix.tests)} passed"
        place = " ".join(f"{name}={value}" for name, value in ELSEWHERE.items())
        do = f"run {place} pytest {story.shown(story.suite)} --step {last.number}, and mend what it names"
        yield Violation(4, story.suite, 0, what, do, step=last.name)


@contextmanager
def elsewhere() -> Iterator[None]:
    """What starts meanwhile is in another time zone and has another locale."""
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


def key_of(story: Story) -> str:
    """What it depends on, in a few letters."""
    return digest([*above(story), *story.steps[-1].files], story.top, [of_suite(story)])


def above(story: Story) -> list[Path]:
    """The settings of pytest, and the plugins, that lie in the folders above the suite."""
    folders = [story.suite, *(one for one in story.suite.parents if one.is_relative_to(story.top))]
    return [file for folder in folders for name in SETTINGS if (file := folder / name).is_file()]
