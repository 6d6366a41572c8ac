"""What each test comes to on each step of every story: the runner, plain pytest and WebAssembly agree."""

import gzip
import json
import re
import subprocess
import sys

import pytest
from helpers import TOP, Copy

from dojo.browser.assets import make_assets
from dojo.browser.npm import set_up
from dojo.cli.verbs.facilitator import find_npm
from dojo.runner.failure.reason import shorten_reason
from dojo.runner.matrix import matrix
from dojo.story.story import read_story
from dojo.story.workspace import Workspace

RECORDER = '''
"""A pytest plugin that writes down what each test came to on each step."""

import json
import os

import pytest

from dojo.runner.failure.reason import judge_error, reason

cells = {}
with open(os.environ["DRAWN"], encoding="utf-8") as file:
    drawn = set(json.load(file))


def name(item_or_report):
    told = dict(item_or_report.user_properties)
    return f"{told['test']} on {told['step']}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    item.config.option.tbstyle = "auto" if name(item) in drawn else "value"  # which takes no time
    report = yield
    error = call.excinfo.value if call.excinfo else None
    plugin = item.config.pluginmanager.get_plugin(str(item.config.rootpath / "conftest.py"))
    report.colour = judge_error(error, plugin.classify).colour
    report.why = "" if error is None else reason(error)
    return report


def pytest_runtest_logreport(report):
    key = name(report)
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


def by_pytest(story, steps, folder, drawn):
    """What plain pytest says of each test on each of these steps; some failures are drawn."""
    (folder / "recorder.py").write_text(RECORDER, encoding="utf-8")
    words = [story.shown(story.suite), "-p", "recorder", "--quiet"]
    span = f"{steps[0].number}-{steps[-1].number}"
    (folder / "drawn.json").write_text(json.dumps(drawn), encoding="utf-8")
    where = {
        "PYTHONPATH": str(folder),
        "CELLS": str(folder / "cells.json"),
        "DRAWN": str(folder / "drawn.json"),
    }
    made = Copy(TOP).run(sys.executable, "-m", "pytest", *words, "--step", span, **where)
    assert made.returncode == 0, made.stdout
    return json.loads((folder / "cells.json").read_text(encoding="utf-8"))


def differ(ours, theirs):
    """True if two cells are not the same: another colour, another reason, or another drawing."""
    if not (ours and theirs) or ours[:2] != [theirs[0], shorten_reason(theirs[1])]:
        return True
    return bool(ours[2]) and ADDRESS.sub("", ours[2]) != ADDRESS.sub("", theirs[2])


def cells_of(story, steps):
    """By a test and a step: what the runner says of it; and the tests."""
    found = matrix(story, only=steps)
    return {
        f"{t.id} on {step.number}": found.cell(t, step) for t in found.tests for step in steps
    }, found.tests


@pytest.mark.parametrize(("story", "steps"), PARTS)
def test_plain_pytest_says_the_same(story, steps, tmp_path):
    cells, tests = cells_of(story, steps)
    ours = {name: [cell.colour, cell.why, cell.failure] for name, cell in cells.items()}
    theirs = by_pytest(story, steps, tmp_path, [name for name, cell in ours.items() if cell[2]])
    assert [name for name in ours | theirs if differ(ours.get(name), theirs.get(name))] == []
    red = [test for test in tests for step in steps if test.red_on(step)]
    assert [test.id for test in red if not ours[f"{test.id} on {test.written - 1}"][2]] == []


GREEN, RAISED = ["green", "why", "another drawing"], ["red", "Failed: DID NOT RAISE ValueError", ""]
OTHERS = [["red", "why", ""], ["green", "another why", ""], ["green", "why", "drawn"], None]


def test_what_differs_would_be_found_but_for_the_name_of_what_raised_it():
    assert all(differ(other, GREEN) for other in OTHERS)
    assert differ(GREEN, None)
    assert not differ(["green", "why", ""], GREEN)
    assert not differ(["red", "DID NOT RAISE ValueError", ""], RAISED)


@pytest.mark.parametrize("story", Workspace(TOP).stories, ids=lambda story: story.name)
def test_python_in_webassembly_says_the_same(story, tmp_path):
    """Of many steps every fourth one is tried."""
    steps, kata = story.steps[:: 1 + 3 * (len(story.steps) > 20)], story.katas[0]
    for name, content in make_assets(set_up(TOP, lambda: find_npm(TOP)), story, kata).files.items():
        (tmp_path / name).write_bytes(gzip.decompress(content))
    words = ["node", TOP / "tests/check/programs/cells.mjs", tmp_path, kata.name]
    words += [str(step.number) for step in steps]
    ran = subprocess.run(words, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-2000:]
    theirs = json.loads(ran.stdout)
    ours = {name: [*cell[2:4]] for name, cell in cells_of(story, steps)[0].items()}
    assert [name for name in ours | theirs if ours.get(name) != theirs.get(name)] == []
