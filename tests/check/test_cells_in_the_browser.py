"""Python in WebAssembly comes to the same as the Python here: each test, on steps of every story."""

import gzip
import json
import subprocess

import pytest
from helpers import TOP, workspace_of

from dojo.browser.assets import make_assets
from dojo.browser.npm import set_up
from dojo.cli.actions import find_npm
from dojo.runner.matrix import matrix
from dojo.story.workspace import Workspace

CELLS = TOP / "tests" / "check" / "programs" / "cells.mjs"
MANY = 20
"""Steps: of more than these every fourth one is tried; on all of them the runner is held to plain pytest."""
KATAS = [story.katas[0].name for story in Workspace(TOP).stories]


@pytest.fixture(scope="module")
def fizz(tmp_path_factory):
    """A workspace with the small story."""
    return workspace_of(tmp_path_factory.mktemp("fizz"), small="katas/fizz").workspace


@pytest.mark.parametrize("kata", [*KATAS, "fizz"])
def test_every_cell_is_the_same(fizz, tmp_path, kata):
    story, found = (fizz if kata == "fizz" else Workspace(TOP)).kata(kata)
    steps = story.steps[:: 4 if len(story.steps) > MANY else 1]
    for name, content in make_assets(set_up(TOP, lambda: find_npm(TOP)), story, found).files.items():
        (tmp_path / name).write_bytes(gzip.decompress(content))
    words = ["node", CELLS, tmp_path, kata, *(step.number for step in steps)]
    ran = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-2000:]
    theirs, ours = json.loads(ran.stdout), matrix(story, only=steps)
    cells = {f"{t.id} on {step.number}": [*ours.cell(t, step)[2:4]] for t in ours.tests for step in steps}
    assert theirs.keys() == cells.keys()
    assert {name: cell for name, cell in theirs.items() if cell != cells[name]} == {}
