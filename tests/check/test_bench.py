"""`make bench` in small: both of its parts run, and measure all that is asked for."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from helpers import TOP, typed_copy

from dojo.bench import bench
from dojo.bench.timings import Figures
from dojo.errors import EnvironmentProblem
from dojo.screen.browser import browser_for
from dojo.story.mutants import read_mutants
from katas.poker import story
from katas.poker.bench import judging

PYTHON = Path(sys.executable)


def test_the_storys_own_part_measures_all_that_it_asks_for():
    command = [sys.executable, str(TOP / "tests" / "check" / "bench_in_small.py")]
    environment = os.environ | {"PYTHONPATH": str(TOP)}
    run = subprocess.run(command, cwd=TOP, env=environment, stdout=subprocess.PIPE, check=True)
    figures = msgspec.json.decode(run.stdout, type=Figures)
    missing = [target.group for target in figures.targets if not figures.ratios(target)]
    assert missing == ["growth"]  # named by other numbers of hands
    assert {len(one.rounds) for one in figures.measured} == {1, 2, 5}
    (note,) = figures.notes
    assert note.endswith(" to 20 hands (the slow ones, to 10) and in bulk to 500.")


@pytest.fixture
def in_small(monkeypatch):
    """One round, of two attempts, at step 2; and the long ones not at all."""
    monkeypatch.setattr(bench, "ROUNDS", 1)
    monkeypatch.setattr(bench, "ATTEMPTS", 2)
    monkeypatch.setattr(bench, "STEP", 2)
    monkeypatch.setattr(bench, "PAUSE", 0.1)
    run, slow = bench.run_command, ("make test", "make check")
    monkeypatch.setattr(bench, "run_command", lambda told, top: told.startswith(slow) or run(told, top))


@pytest.mark.usefixtures("in_small")
def test_the_verbs_are_measured(tmp_path):
    workspace, figures = typed_copy(tmp_path).workspace, Figures()
    browser = browser_for(PYTHON, os.environ.get("BROWSER", ""))
    bench.measure_verbs(workspace, workspace.story(), PYTHON, browser, figures)
    assert figures.missing == {}
    measured = {one.name: one.rounds for one in figures.measured}
    asked = {name for target in bench.TARGETS for name in (target.ours, target.theirs) if name}
    assert asked - measured.keys() == set()
    assert all(seconds > 0 for rounds in measured.values() for seconds in rounds)
    assert (len(measured["make watch"]), len(measured["make progress, nothing changed"])) == (2, 1)


def test_the_forty_tests_are_judged_beside_bare_pytest(monkeypatch):
    finished, wrong = story().designs[0], read_mutants(story())[0]
    monkeypatch.setattr(judging, "story", lambda: SimpleNamespace(designs=[finished]))
    monkeypatch.setattr(judging, "read_mutants", lambda _story: [wrong])
    (ours,), (theirs,) = judging.judging(1)
    assert (ours > 0, theirs > 0) == (True, True)


def test_what_fails_is_not_timed(tmp_path):
    with pytest.raises(EnvironmentProblem, match=r"^false ends with status 1$"):
        judging.timed(["false"], tmp_path, {0})
