"""`make step-2 watch`: what is watched, and what runs at a save. tests/check/test_watch_step.py saves."""

import os
import sys
from pathlib import Path

from dojo.tour.status import watch_step


def test_a_save_of_the_step_or_of_the_suite_runs_its_bar(bare, monkeypatch):
    asked = []
    monkeypatch.chdir("/")
    monkeypatch.setattr("pytest_watch.watcher.watch", lambda folders, **how: asked.append((folders, how)))
    watch_step(bare.story, bare.story.step(2), bare.root)
    ((folders, how),) = asked
    assert folders == [str(bare.root / "steps" / "step_02_numbers"), str(bare.root / "suite")]
    assert how == {
        "runner": f"{os.path.relpath(sys.executable, bare.root)} -m dojo",
        "pytest_args": ["test", "STEP=2", "STORY=."],
        "auto_clear": True,
        "beep_on_failure": False,
    }
    assert Path.cwd() == bare.root
