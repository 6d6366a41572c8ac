"""The runner and plain pytest agree, cell for cell, on every step of every story."""

import json
import re
import sys

import pytest
from helpers import TOP, Copy

from dojo.runner.failure.reason import shorten_reason
from dojo.runner.matrix import matrix
from dojo.story.story import read_story
from dojo.story.workspace import Workspace

RECORDER = '''
"""A pytest plugin that writes down what each test came to on each step."""

import json
import os

import pytest

from dojo.runner.failure.reason import colour_of, reason

cells = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    error = call.excinfo.value if call.excinfo else None
    plugin = item.config.pluginmanager.get_plugin(str(item.config.rootpath / "conftest.py"))
    report.colour, report.why = colour_of(error, plugin.is_red), "" if error is None else reason(error)
    return report


def pytest_runtest_logreport(report):
    told = dict(report.user_properties)
    key = f"{told['test']} on {told['step']}"
    if (report.when == "call" or report.colour != "green") and cells.get(key, ["green"])[0] == "green":
        cells[key] = [report.colour, report.why, report.longreprtext]


def pytest_sessionfinish(session):
    with open(os.environ["CELLS"], "w", encoding="utf-8") as file:
        json.dump(cells, file)
'''
ADDRESS = re.compile(r"0x[0-9a-f]+|PosixPath\('.*?'\)")
STORIES = [*Workspace(TOP).stories, *(read_story(TOP / "tests" / name) for name in ("small", "honest"))]
PARTS = [
    pytest.param(story, story.steps[first : first + 13], id=f"{story.name} from {first}")
    for story in STORIES
    for first in range(0, len(story.steps), 13)
]


def by_pytest(story, steps, folder):
    """What plain pytest says of each test on each of these steps."""
    (folder / "recorder.py").write_text(RECORDER, encoding="utf-8")
    words = [story.shown(story.suite), "-p", "recorder", "--quiet"]
    span = f"{steps[0].number}-{steps[-1].number}"
    where = {"PYTHONPATH": str(folder), "CELLS": str(folder / "cells.json")}
    made = Copy(TOP).run(sys.executable, "-m", "pytest", *words, "--step", span, **where)
    assert made.returncode == 0, made.stdout
    return json.loads((folder / "cells.json").read_text(encoding="utf-8"))


def apart(ours, theirs):
    """The cells that are not the same: another colour, another reason, or another drawing."""
    return [
        name
        for name in ours.keys() | theirs.keys()
        if name not in ours
        or name not in theirs
        or ours[name][:2] != [theirs[name][0], shorten_reason(theirs[name][1])]
        or (ours[name][2] and ADDRESS.sub("", ours[name][2]) != ADDRESS.sub("", theirs[name][2]))
    ]


@pytest.mark.parametrize(("story", "steps"), PARTS)
def test_cell_for_cell(story, steps, tmp_path):
    found = matrix(story, only=steps)
    cells = {f"{t.id} on {step.number}": found.cell(t, step) for t in found.tests for step in steps}
    ours = {name: [cell.colour, cell.why, cell.failure] for name, cell in cells.items()}
    theirs = by_pytest(story, steps, tmp_path)
    assert len(theirs) == len(found.tests) * len(steps)
    assert apart(ours, theirs) == []
    red = [test for test in found.tests for step in steps if test.red_on(step)]
    assert [test.id for test in red if not ours[f"{test.id} on {test.written - 1}"][2]] == []


WHY = {"a": ["green", "why", "another drawing"]}
OTHERS = {
    "another colour": {"a": ["red", "why", ""]},
    "another reason": {"a": ["green", "another why", ""]},
    "another drawing": {"a": ["green", "why", "drawn"]},
    "a cell too few": {},
    "a cell too many": {"a": ["green", "why", ""], "b": ["green", "", ""]},
}


def test_what_differs_would_be_found_but_for_the_name_of_what_raised_it():
    assert {what: len(apart(ours, WHY)) for what, ours in OTHERS.items()} == dict.fromkeys(OTHERS, 1)
    assert apart({"a": ["green", "why", ""]}, WHY) == []
    theirs = {"a": ["red", "Failed: DID NOT RAISE ValueError", ""]}
    assert apart({"a": ["red", "DID NOT RAISE ValueError", ""]}, theirs) == []
