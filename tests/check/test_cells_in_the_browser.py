"""Python in WebAssembly comes to the same as the Python here: each test, on every step of every story."""

import gzip
import json
import subprocess

import pytest
from helpers import TOP, workspace_of

from dojo.browser.assets import make_assets
from dojo.browser.npm import set_up
from dojo.cli.rooms import find_npm
from dojo.runner.matrix import matrix
from dojo.story.workspace import Workspace

CELLS = TOP / "tests" / "check" / "programs" / "cells.mjs"
PARTS = [
    pytest.param(story.katas[0].name, first, id=f"{story.name} from {first}")
    for story in Workspace(TOP).stories
    for first in range(0, len(story.steps), 40)
]


@pytest.fixture(scope="module")
def fizz(tmp_path_factory):
    """A workspace with the small story."""
    return workspace_of(tmp_path_factory.mktemp("fizz"), small="katas/fizz").workspace


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """Writes what a browser loads for a kata to a folder."""

    def unpacked(story, kata):
        folder = tmp_path_factory.mktemp("files")
        for name, content in make_assets(set_up(TOP, lambda: find_npm(TOP)), story, kata).files.items():
            (folder / name).write_bytes(gzip.decompress(content))
        return folder

    return unpacked


@pytest.mark.parametrize(("kata", "first"), [*PARTS, pytest.param("fizz", 0, id="small")])
def test_every_cell_is_the_same(fizz, unpacked, kata, first):
    story, found = (fizz if kata == "fizz" else Workspace(TOP)).kata(kata)
    steps = story.steps[first : first + 40]
    words = ["node", CELLS, unpacked(story, found), kata, *(step.number for step in steps)]
    ran = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-2000:]
    theirs, ours = json.loads(ran.stdout), matrix(story, only=steps)
    cells = {f"{t.id} on {step.number}": [*ours.cell(t, step)[2:4]] for t in ours.tests for step in steps}
    assert theirs.keys() == cells.keys()
    assert {name: cell for name, cell in theirs.items() if cell != cells[name]} == {}
