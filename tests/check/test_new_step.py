"""A step in the middle of many, of which the gate says only what it lacks; and the format of a new story."""

import shutil
import sys

from author.breached import LACKING, laws
from helpers import FROM_NOTHING, TOP, workspace_of


def test_a_step_in_the_middle_of_a_story(workspace):
    made = workspace.make("new-step", "TITLE=A new idea", "AFTER=7", "STORY=roman")
    assert made.returncode == 0, made.stderr
    *said, _shut = workspace.make("gate", "STORY=roman", timeout=FROM_NOTHING).stderr.splitlines()[:-1]
    assert laws(said, "step_08_a_new_idea") == LACKING
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
