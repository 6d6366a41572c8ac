"""A story as the commits of a repository: what the gate proves of the steps, `make prove` sees here."""

import re
from collections import defaultdict

from helpers import TOP
from prove.planted import proved, repository

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
SEEN = {"proven", "red by name only", "red by a crash", "pays an earlier red"}


def commits_of(story):
    """The title and the files of each step; the suite has no row of a later one."""
    for step in story.steps:
        files = {"roman.py": step.code, "tests/conftest.py": CONFTEST}
        for file in story.suite.glob("*.py"):
            code = file.read_text(encoding="utf-8")
            later = {row[0] for row in ROW.finditer(code) if int(row[1]) > step.number}
            files[f"tests/{file.name}"] = "".join(line for line in code.splitlines(True) if line not in later)
        yield step.title, files


def test_what_drives_a_step_does_not_pass_without_its_code_and_a_guard_does(tmp_path, monkeypatch):
    story, kinds = read_story(TOP / "katas" / "roman"), defaultdict(set)
    monkeypatch.setattr("dojo.prove.judge.join_rows", lambda verdicts, _rows=None: [*verdicts])
    for version in proved(repository(tmp_path / "story", *commits_of(story))).versions:
        for one in version.verdicts:
            kinds[one.test.replace("tests/", f"{story.shown(story.suite)}/", 1)].add(str(one.kind))
    driving = {test.id for test in matrix(story).tests if test.kind == "drives"}
    assert len(driving) > 30
    assert {test for test, found in kinds.items() if SEEN & found} == driving
    assert len([test for test in driving if "proven" in kinds[test]]) > len(driving) / 2
