"""What a workspace remembers, in a folder of its own."""

import json
import shutil
from pathlib import Path

import pytest

from dojo.story.state import StepsChange, WorkspaceState

FILE = Path("steps/a.py")
CHANGE = StepsChange({FILE: "before"}, {FILE: "after"})


@pytest.fixture
def remembered(tmp_path):
    """A folder in which all is remembered that there is to remember."""
    state = WorkspaceState(tmp_path)
    state.add_visited_story(tmp_path / "my katas" / "leap-years")
    state.add_visited_story(tmp_path / "bowling")
    state.remember_authored_story(tmp_path / "bowling")
    state.keep_last_change("bowling", CHANGE)
    return tmp_path


def all_of(state):
    """All that a folder remembers."""
    return state.visited_stories(), state.authored_story(), state.last_change("bowling")


def test_what_was_remembered_is_there_without_the_cache(remembered):
    (remembered / ".cache").mkdir()
    shutil.rmtree(remembered / ".cache")
    visited = [remembered / "my katas" / "leap-years", remembered / "bowling"]
    assert all_of(WorkspaceState(remembered)) == (visited, remembered / "bowling", CHANGE)


def test_a_story_is_visited_once(remembered):
    WorkspaceState(remembered).add_visited_story(remembered / "bowling")
    assert len(WorkspaceState(remembered).visited_stories()) == 2


def test_git_knows_nothing_of_it(remembered):
    assert (remembered / ".dojo" / ".gitignore").read_text() == "*\n"


def test_nothing_is_remembered_at_first_and_looking_writes_nothing(tmp_path):
    assert all_of(WorkspaceState(tmp_path)) == ([], None, None)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["{", "7", '["a text"]'], ids=["not JSON", "a number", "a list"])
def test_a_file_that_cannot_be_read_is_as_good_as_none(remembered, text):
    for name in ("authored", "undo-bowling"):
        (remembered / ".dojo" / f"{name}.json").write_text(text)
    assert all_of(WorkspaceState(remembered))[1:] == (None, None)


@pytest.mark.parametrize("text", ["{", "7", '"a text"'], ids=["not JSON", "a number", "a text"])
def test_no_story_was_visited_if_the_list_of_them_cannot_be_read(remembered, text):
    (remembered / ".dojo" / "visited.json").write_text(text)
    assert WorkspaceState(remembered).visited_stories() == []


@pytest.fixture
def older(tmp_path):
    """A folder in which an earlier version has remembered all, in its cache."""
    answers = {
        "visits/0a.json": str(tmp_path / "leap-years"),
        "visits/0b.json": str(tmp_path / "bowling"),
        "authored/last.json": str(tmp_path / "bowling"),
        "undo/bowling.json": [{"steps/a.py": "before"}, {"steps/a.py": "after"}],
    }
    for name, answer in answers.items():
        file = tmp_path / ".cache" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"answer": answer}))
    return tmp_path


def test_what_an_earlier_version_remembered_is_taken_over(older):
    visited = [older / "leap-years", older / "bowling"]
    assert all_of(WorkspaceState(older)) == (visited, older / "bowling", CHANGE)


def test_it_is_taken_over_once(older):
    WorkspaceState(older).forget_last_change("bowling")
    assert all_of(WorkspaceState(older))[2] is None
