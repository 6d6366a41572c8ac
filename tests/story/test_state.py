"""What a workspace remembers, in a folder of its own."""

import json
import shutil

import pytest

from dojo.story.state import State

CHANGE = [{"steps/a.py": "before"}, {"steps/a.py": "after"}]


@pytest.fixture
def remembered(tmp_path):
    """A folder in which all is remembered that there is to remember."""
    state = State(tmp_path)
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
    assert all_of(State(remembered)) == (visited, remembered / "bowling", CHANGE)


def test_a_story_is_visited_once(remembered):
    State(remembered).add_visited_story(remembered / "bowling")
    assert len(State(remembered).visited_stories()) == 2


def test_git_knows_nothing_of_it(remembered):
    assert (remembered / ".dojo" / ".gitignore").read_text() == "*\n"


def test_nothing_is_remembered_at_first_and_looking_writes_nothing(tmp_path):
    assert all_of(State(tmp_path)) == ([], None, None)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_read_is_as_good_as_none(remembered):
    for file in (remembered / ".dojo").glob("*.json"):
        file.write_text("{")
    assert all_of(State(remembered)) == ([], None, None)


@pytest.fixture
def older(tmp_path):
    """A folder in which an earlier version has remembered all, in its cache."""
    answers = {
        "visits/0a.json": str(tmp_path / "leap-years"),
        "visits/0b.json": str(tmp_path / "bowling"),
        "authored/last.json": str(tmp_path / "bowling"),
        "undo/bowling.json": CHANGE,
    }
    for name, answer in answers.items():
        file = tmp_path / ".cache" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"answer": answer}))
    return tmp_path


def test_what_an_earlier_version_remembered_is_taken_over(older):
    visited = [older / "leap-years", older / "bowling"]
    assert all_of(State(older)) == (visited, older / "bowling", CHANGE)


def test_it_is_taken_over_once(older):
    State(older).keep_last_change("bowling", None)
    assert all_of(State(older))[2] is None
