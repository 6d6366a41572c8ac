"""`make bench` in small: both of its parts run, and measure all that is asked for."""

import os
import shutil
import sys
import time
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from helpers import TOP, typed_copy

from dojo.bench import bench, commands, timings, watched
from dojo.bench.timings import Figures
from dojo.browser.npm import MODULES, set_up
from dojo.cli.verbs.facilitator import find_npm
from dojo.screen.browser import browser_for
from katas.poker.bench import __main__ as hands
from katas.poker.bench import bulk, million
from katas.poker.bench.peers import measured_steps
from katas.poker.bench.targets import PEERS

FEWER: dict[object, dict[str, object]] = {
    hands: {"ROUNDS": 2, "FEW": 5, "HANDS": 20, "A_ROUND": 10, "LINES": 20, "FEW_LINES": 5},
    million: {"MILLION": 500, "CHUNK": 500},
    bulk: {"MANY": 1_000, "FEW": 100, "PART": 100, "BOARDS": 100},
    timings.time_tasks: {"__defaults__": (2, time.process_time)},
    bench: {"ROUNDS": 1, "ATTEMPTS": 2, "STEP": 2, "LIGHTS": 2},
    watched: {"PAUSE_S": 0.1},
}
"""So little of everything that it takes seconds."""


@pytest.fixture(autouse=True)
def in_small(monkeypatch):
    for place, values in FEWER.items():
        for name, value in values.items():
            monkeypatch.setattr(place, name, value)


def test_the_storys_own_part_measures_all_that_it_asks_for(monkeypatch):
    """The last step, which takes letters for suits, stands in for packages that are not installed."""
    peer = replace(measured_steps()[-1], strength=lambda found: found)
    monkeypatch.setattr(hands, "peers", lambda: ([replace(peer, name=name) for name in PEERS], {}))
    monkeypatch.setattr(hands, "version", lambda _name: "1.0")
    monkeypatch.setattr(hands, "judging", lambda rounds: ([1.0] * rounds, [5.0] * rounds))
    with redirect_stdout(StringIO()) as out:
        assert hands.main() == 0
    figures = msgspec.json.decode(out.getvalue(), type=Figures)
    missing = [target.group for target in figures.targets if not figures.ratios(target)]
    assert missing == ["growth"]  # named by other numbers of hands
    assert {len(one.rounds) for one in figures.measured} == {1, 2, 5}
    (memory,) = (one.rounds[0] for one in figures.measured if one.group == "memory")
    assert memory < 100  # MiB, for the census of seven cards
    (note,) = figures.notes
    assert note.endswith(" to 20 hands (the slow ones, to 10) and in bulk to 500.")


def test_the_verbs_are_measured(tmp_path, monkeypatch):
    """The long ones not at all."""
    run, slow = commands.run_command, ("make test", "make check")
    monkeypatch.setattr(bench, "run_command", lambda told, top: told.startswith(slow) or run(told, top))
    copy = typed_copy(tmp_path)
    set_up(TOP, lambda: find_npm(TOP))
    (copy.root / MODULES).symlink_to(TOP / MODULES)
    # the site has the pages of the workspace, too
    shutil.copytree(TOP / "docs", copy.root / "docs")
    for page in TOP.glob("*.md"):
        shutil.copy2(page, copy.root)
    workspace, figures, python = copy.workspace, Figures(), Path(sys.executable)
    browser = browser_for(python, os.environ.get("BROWSER", ""))
    bench.measure_verbs(workspace, workspace.story(), python, browser, figures)
    assert figures.missing == {}
    measured = {one.name: one.rounds for one in figures.measured}
    asked = {name for target in bench.TARGETS for name in (target.ours, target.theirs) if name}
    assert asked - measured.keys() == set()
    assert all(seconds > 0 for rounds in measured.values() for seconds in rounds)
    assert (len(measured["make watch"]), len(measured["make progress, nothing changed"])) == (2, 1)
