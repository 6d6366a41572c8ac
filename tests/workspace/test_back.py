"""`make back`: to the last green light or to any; what it leaves behind is a light of its own."""

import os

import pytest

from dojo.attempts import Attempt
from dojo.back import NoLight, back
from dojo.lights import all_lights, files, record
from dojo.snapshot import Changed, put_back, taken


@pytest.fixture
def attempt(workspace):
    """An attempt that was red, green, amber and red again: its file says which light it is."""
    folder = workspace.root / "katas" / "holdem" / "attempts" / "tables-3"
    folder.mkdir(parents=True)
    attempt = Attempt(folder)
    for colour in ("red", "green", "amber", "red"):
        save(attempt, f"{colour}\n")
        record(attempt, verb="next", colour=colour, counts={colour: 1}, test="test_a", revealed=3)
    return attempt


def save(attempt, text):
    attempt.module.write_text(text)


def kept(attempt, number):
    """What the file was at a light."""
    return files(attempt, all_lights(attempt)[number - 1])[b"poker.py"].content.decode()


def test_back_goes_to_the_last_green(workspace, attempt):
    made = workspace.make("back", "NAME=tables-3")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout == (
        "tables-3 is back at light 2, which was green.\n"
        "What it was until now is light 5: make back NAME=tables-3 TO=5\n"
    )
    assert attempt.module.read_text() == "green\n"


def test_back_without_a_name_takes_the_attempt_started_last(workspace, attempt):
    made = workspace.make("back")
    assert made.stdout.splitlines()[0] == "attempt tables-3, the one started last"
    assert attempt.module.read_text() == "green\n"


@pytest.mark.parametrize("number", [1, 3, 4])
def test_back_to_any_light(workspace, attempt, number):
    save(attempt, "not recorded yet\n")
    workspace.make("back", "NAME=tables-3", f"TO={number}")
    assert attempt.module.read_text() == kept(attempt, number)


def test_what_it_leaves_behind_is_a_light(attempt):
    save(attempt, "an hour of work\n")
    (attempt.folder / "idea.py").write_text("x")
    back(attempt)
    left = all_lights(attempt)[-1]
    assert (left.number, left.verb, left.colour, left.told) == (5, "back", "amber", {"to": 2})
    assert kept(attempt, 5) == "an hour of work\n"
    assert not (attempt.folder / "idea.py").exists()
    back(attempt, "5")
    assert attempt.module.read_text() == "an hour of work\n"
    assert (attempt.folder / "idea.py").read_text() == "x"


def test_what_nobody_ran_is_no_green_to_return_to(attempt):
    record(attempt, verb="hint", colour="green", counts={})
    back(attempt)
    assert attempt.module.read_text() == "green\n"


def test_back_to_where_it_is_changes_nothing(workspace, attempt):
    workspace.make("back", "NAME=tables-3")
    made = workspace.make("back", "NAME=tables-3")
    assert made.stdout == "tables-3 is as it was at light 2, which was green: nothing to bring back.\n"
    assert len(all_lights(attempt)) == 5


def test_a_deleted_file_comes_back(attempt):
    attempt.module.unlink()
    back(attempt)
    assert attempt.module.read_text() == "green\n"


NO_LIGHT = [
    pytest.param("9", id="a light too far"),
    pytest.param("0", id="light 0"),
    pytest.param("-1", id="light -1"),
    pytest.param("02", id="light 02"),
    pytest.param("it's", id="a word"),
    pytest.param("²", id="a strange digit"),
]


@pytest.mark.parametrize("to", NO_LIGHT)
def test_a_light_that_is_not_there_is_told_in_a_line(workspace, attempt, to):
    made = workspace.make("back", "NAME=tables-3", f"TO={to}")
    assert (made.returncode, made.stdout) == (2, "")
    line, noise = made.stderr.splitlines()
    assert line == f"there is no light {to}: the lights of tables-3 are 1 to 4"
    assert noise.startswith("make: *** ")
    assert attempt.module.read_text() == "red\n"


@pytest.mark.usefixtures("attempt")
def test_an_attempt_that_is_not_there_is_told_in_a_line(workspace):
    made = workspace.make("back", "NAME=nobody")
    assert (made.returncode, made.stdout) == (2, "")
    assert made.stderr.startswith("there is no attempt nobody: there are tables-3\n")


def test_an_attempt_without_lights_says_how_to_get_one(tmp_path):
    attempt = Attempt(tmp_path / "attempts" / "tables-4")
    with pytest.raises(NoLight, match="tables-4 has no lights yet: make next and make watch record them"):
        back(attempt)


def test_an_attempt_that_was_never_green_says_where_it_can_go(tmp_path):
    attempt = Attempt(tmp_path / "attempts" / "tables-4")
    attempt.folder.mkdir(parents=True)
    for colour in ("red", "amber"):
        record(attempt, verb="next", colour=colour, counts={})
    with pytest.raises(NoLight, match="tables-4 was never green: TO= takes it to one of its lights, 1 to 2"):
        back(attempt)


def test_a_kill_half_way_loses_nothing(attempt, monkeypatch):
    for name in ("a.py", "b.py", "c.py"):
        (attempt.folder / name).write_text("mine")
    mine = taken(attempt.folder)
    if not (child := os.fork()):
        monkeypatch.setattr("dojo.snapshot.remove", dies_at(2))
        try:
            back(attempt)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert taken(attempt.folder) != mine
    assert files(attempt, all_lights(attempt)[-1]) == mine.files
    back(attempt, "5")
    assert taken(attempt.folder) == mine


def dies_at(call):
    """Something that works until it is called for the last time."""
    calls = []

    def remove(_folder, path):
        calls.append(path)
        if len(calls) == call:
            os._exit(1)
        path.unlink()

    return remove


def test_what_is_saved_while_it_goes_back_is_not_written_over(attempt):
    now = taken(attempt.folder)
    then = files(attempt, all_lights(attempt)[1])
    save(attempt, "just now\n")
    with pytest.raises(Changed, match=r"poker.py was saved just now"):
        put_back(attempt.folder, then, now=now.files, draft=attempt.folder.parent / "draft")
    assert attempt.module.read_text() == "just now\n"
