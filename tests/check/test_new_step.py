"""A step in the middle of many, of which the gate says only what it lacks; and the format of a new story."""

import shutil
import sys

from helpers import FROM_NOTHING, TOP, workspace_of

SAME_CODE = "law 6 · katas/roman/steps/step_08_a_new_idea/roman.py: has the code of step_07_four_is_a_pair, "


def test_a_step_in_the_middle_of_a_story(workspace):
    made = workspace.make("new-step", "TITLE=A new idea", "AFTER=7", "STORY=roman")
    assert made.returncode == 0, made.stderr
    said, _shut, _make = workspace.make("gate", "STORY=roman", timeout=FROM_NOTHING).stderr.splitlines()
    assert said.startswith(SAME_CODE)
    assert workspace.make("step-9", "diff", "STORY=roman").returncode == 0


def test_a_new_story_has_the_format_of_the_workspace(tmp_path):
    """However long its name is."""
    desk = workspace_of(tmp_path, small="katas/fizz")
    shutil.copy2(TOP / "ruff.toml", desk.root)
    for name in ("a", "a-name-that-has-thirty-letters"):
        assert desk.verb("new", f"STORY={name}") == 0
    shutil.rmtree(desk.root / "katas" / "fizz")
    for words in (["format", "--check"], ["check"]):
        made = desk.run(sys.executable, "-m", "ruff", *words, "--no-cache", "katas")
        assert made.returncode == 0, made.stdout
