"""A new attempt: what is in it, what it may be called, and that nothing is lost for it."""

import os
import signal
from pathlib import Path

import pytest
from as_a_user import as_a_user

from dojo.attempt.attempts import Attempt, NoAttempt, all_attempts, find
from dojo.attempt.creation import contents, create
from dojo.errors import Trouble


def test_it_has_an_empty_module_a_first_test_and_the_time_it_was_started(small):
    attempt = create(small.workspace, "tables-3", "fizz")
    assert attempt.folder == small.path("kata/attempts/tables-3")
    assert sorted(file.name for file in attempt.folder.iterdir()) == [".started", "fizz.py", "test_fizz.py"]
    first_test = small.path("kata/first_test.py").read_text()
    assert (attempt.folder / "test_fizz.py").read_text() == first_test


@pytest.mark.parametrize("name", ["deals", "holdem", "ladder", "roman", "two_hands"])
def test_an_empty_file_says_what_to_do(here, name):
    story, kata = here.workspace.kata(name)
    attempt = Attempt(kata.attempts / "tables-3", story, kata)
    text = contents(attempt)[f"{story.module}.py"]
    assert f"katas/{name}/README.md" in text
    assert "make next NAME=tables-3" in text
    assert "make watch NAME=tables-3" in text


NAMES = [
    pytest.param("tables-3", id="a dash"),
    pytest.param("3.b_C", id="a digit, a dot, a line, a capital"),
    pytest.param("a" * 40, id="40 letters"),
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_may_be(small, name):
    assert create(small.workspace, name, "fizz") == find(small.workspace, name)


TAKEN = [
    pytest.param("tables-3", "holdem", id="the same name"),
    pytest.param("Tables-3", "holdem", id="in capitals, which some disks take for the same"),
    pytest.param("tables-3", "deals", id="at another kata"),
]


@pytest.mark.parametrize(("name", "kata"), TAKEN)
def test_nothing_is_overwritten(workspace, name, kata):
    attempt = create(workspace.workspace, "tables-3", "holdem")
    attempt.module.write_text("an hour of work\n")
    with pytest.raises(NoAttempt, match="katas/holdem/attempts/tables-3 is there already"):
        create(workspace.workspace, name, kata)
    assert attempt.module.read_text() == "an hour of work\n"
    assert all_attempts(workspace.workspace) == [attempt]


MODES = [
    pytest.param(
        0o555, NoAttempt, "kata/attempts/tables-3 cannot be made: Permission denied", id="read-only"
    ),
    pytest.param(0, Trouble, "the attempts cannot be read: {folder}: Permission denied", id="unreadable"),
]


@pytest.mark.parametrize(("mode", "kind", "told"), MODES)
def test_a_folder_of_attempts_that_gives_no_room_is_told_in_a_line(small, mode, kind, told):
    folder = create(small.workspace, "tables-2", "fizz").folder.parent
    folder.chmod(mode)
    try:
        with as_a_user(), pytest.raises(kind) as stop:
            create(small.workspace, "tables-3", "fizz")
    finally:
        folder.chmod(0o755)
    assert str(stop.value) == told.format(folder=folder)
    assert [path.name for path in folder.iterdir()] == ["tables-2"]


def test_where_somebody_else_is_faster_theirs_stays(small, monkeypatch):
    theirs = small.path("kata/attempts/tables-3/fizz.py")

    def meanwhile(_workspace):
        theirs.parent.mkdir(parents=True)
        theirs.write_text("theirs\n")
        return []

    monkeypatch.setattr("dojo.attempt.creation.all_attempts", meanwhile)
    with pytest.raises(NoAttempt, match="kata/attempts/tables-3 cannot be made: Directory not empty"):
        create(small.workspace, "tables-3", "fizz")
    assert theirs.read_text() == "theirs\n"
    assert list(theirs.parents[1].iterdir()) == [theirs.parent]


def test_a_start_that_is_killed_leaves_no_half_attempt(small):
    """Killed just before the rename: what is left is nobody's attempt, and the next start is whole."""
    if not (child := os.fork()):
        try:
            Path.rename = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
            create(small.workspace, "tables-3", "fizz")
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
    assert len(list(small.path("kata/attempts").iterdir())) == 1
    assert all_attempts(small.workspace) == []
    assert create(small.workspace, "tables-3", "fizz").module.exists()
