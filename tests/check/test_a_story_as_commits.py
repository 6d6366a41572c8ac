"""A story as the commits of a repository: what the gate proves of the steps, `make prove` sees here."""

import re
import shutil

import pytest
from helpers import TOP
from prove.planted import git, proved

from dojo.runner.matrix import matrix
from dojo.story.story import read_story

CONFTEST = '''\
"""The code under test, by its name."""

import importlib

import pytest


def pytest_configure(config):
    for mark in ("drives", "guards"):
        config.addinivalue_line("markers", f"{mark}(step): written in this step")


@pytest.fixture
def roman():
    return importlib.import_module("roman")
'''
ROW = re.compile(r"^    (?:drives|guards)\((\d+).*\n", re.MULTILINE)
"""A row of a table, which names its step."""


@pytest.fixture(scope="module")
def story():
    return read_story(TOP / "katas" / "roman")


def written_by(step, code):
    """A file of the suite without the rows of later steps."""
    return ROW.sub(lambda row: row[0] if int(row[1]) <= step else "", code)


@pytest.fixture(scope="module")
def verdicts(story, tmp_path_factory):
    """Each verdict on a row of the suite by its id, of the commit that wrote it."""
    top = tmp_path_factory.mktemp("made") / "story"
    (top / "tests").mkdir(parents=True)
    git(top, "init", "-q", "-b", "main")
    (top / "tests" / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    for step in story.steps:
        shutil.copy(step.module, top)
        for file in story.suite.glob("*.py"):
            text = written_by(step.number, file.read_text(encoding="utf-8"))
            (top / "tests" / file.name).write_text(text, encoding="utf-8")
        git(top, "add", "-A")
        git(top, "commit", "-q", "--allow-empty", "-m", f"{step.number} {step.title}", when=step.number)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dojo.prove.judge.join_rows", lambda verdicts, _rows=None: [*verdicts])
        proof = proved(top)
    found = {}
    for version in proof.versions:
        for one in version.verdicts:
            found.setdefault(one.test.replace("tests/", f"{story.shown(story.suite)}/", 1), []).append(
                str(one.kind)
            )
    return found


SEEN = {"proven", "red by name only", "red by a crash", "pays an earlier red"}


def test_what_drives_a_step_does_not_pass_without_its_code_and_a_guard_does(story, verdicts):
    tests = matrix(story).tests
    seen = {test.id for test in tests if SEEN & {*verdicts.get(test.id, [])}}
    driving = {test.id for test in tests if test.kind == "drives"}
    assert len(driving) > 30
    assert seen == driving
    assert len([id for id in driving if "proven" in verdicts[id]]) > len(driving) / 2
