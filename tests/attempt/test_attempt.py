"""Attempts: a new one, in which nothing is lost; which there are, and which one is meant."""

import os
import shutil
import signal
from pathlib import Path

import pytest
from as_a_user import locked
from helpers import record_light

from dojo.attempt.attempt import NoAttempt, all_attempts, find
from dojo.attempt.create import create
from dojo.errors import EnvironmentProblem


def test_it_has_an_empty_module_a_first_test_and_the_time_it_was_started(bare):
    attempt = create(bare.workspace, "tables-3", "fizz")
    assert attempt.folder == bare.path("kata/attempts/tables-3")
    assert sorted(file.name for file in attempt.folder.iterdir()) == [".started", "fizz.py", "test_fizz.py"]
    first_test = bare.path("kata/first_test.py").read_text()
    assert (attempt.folder / "test_fizz.py").read_text() == first_test
    for told in ("kata/README.md", "make next NAME=tables-3", "make watch NAME=tables-3"):
        assert told in attempt.module.read_text()


@pytest.mark.parametrize("rules", ["[ ] counting\n[ ] three\n", "\n"], ids=["rules", "none"])
def test_for_tests_of_ones_own_it_has_a_list_of_ideas_and_none_of_ours(bare, rules):
    if rules == "\n":
        bare.edit("story.toml", 'mutants = "mutants"\n', "")
    attempt = create(bare.workspace, "tables-3", "fizz", mode="mine")
    head = "# What to test. An x ticks a line off: [x]. Add what comes to your mind.\n\n"
    ideas = (attempt.folder / "ideas.txt").read_text(encoding="utf-8")
    assert ideas == f"{head}{rules}\n# Your own ideas\n\n[ ] \n"
    tests = (attempt.folder / "test_fizz.py").read_text(encoding="utf-8")
    assert tests.endswith("import fizz\n\n# Your first test goes here; it may ask for fizz.say.\n")


NO_NAMES = [
    pytest.param("", "a name, please: make start NAME=tables-3", id="none"),
    pytest.param(
        "a b",
        "'a b' is no name: take up to 40 of a to z, A to Z, digits, _, - and ., and begin",
        id="a space",
    ),
    pytest.param("a" * 41, f"'{'a' * 41}' is no name: take up to", id="41 letters"),
    # to `make where`
    pytest.param("all", "'all' is no name: it means every attempt", id="all"),
]


@pytest.mark.parametrize(("name", "told"), NO_NAMES)
def test_what_is_no_name_is_told_and_nothing_is_made(bare, name, told):
    with pytest.raises(NoAttempt) as stop:
        create(bare.workspace, name, "fizz")
    assert str(stop.value).startswith(told)
    assert not bare.path("kata/attempts").exists()


@pytest.mark.parametrize("name", ["tables-3", "3.b_C", "a" * 40])
def test_an_attempt_is_found_by_its_name(bare, name):
    assert create(bare.workspace, name, "fizz") == find(bare.workspace, name)


def test_nothing_is_overwritten(bare):
    """Some disks take a name in capitals for the same."""
    bare.add_kata("buzz")
    attempt = create(bare.workspace, "tables-3", "fizz")
    attempt.module.write_text("an hour of work\n")
    for name, kata in (("tables-3", "fizz"), ("Tables-3", "fizz"), ("tables-3", "buzz")):
        with pytest.raises(NoAttempt, match="kata/attempts/tables-3 is there already"):
            create(bare.workspace, name, kata)
    assert attempt.module.read_text() == "an hour of work\n"
    assert all_attempts(bare.workspace) == [attempt]


def test_a_folder_of_attempts_that_gives_no_room_is_told_in_a_line(bare):
    folder = create(bare.workspace, "tables-2", "fizz").folder.parent
    for mode, kind, told in (
        (0o555, NoAttempt, "kata/attempts/tables-3 cannot be made: Permission denied"),
        (0, EnvironmentProblem, f"the attempts cannot be read: {folder}: Permission denied"),
    ):
        with locked(folder, mode), pytest.raises(kind) as stop:
            create(bare.workspace, "tables-3", "fizz")
        assert str(stop.value) == told
    assert [path.name for path in folder.iterdir()] == ["tables-2"]


def test_where_somebody_else_is_faster_theirs_stays(bare, monkeypatch):
    theirs = bare.path("kata/attempts/tables-3/fizz.py")

    def meanwhile(_workspace):
        theirs.parent.mkdir(parents=True)
        theirs.write_text("theirs\n")
        return []

    monkeypatch.setattr("dojo.attempt.create.all_attempts", meanwhile)
    with pytest.raises(NoAttempt, match="kata/attempts/tables-3 cannot be made: Directory not empty"):
        create(bare.workspace, "tables-3", "fizz")
    assert theirs.read_text() == "theirs\n"
    assert list(theirs.parents[1].iterdir()) == [theirs.parent]


def test_a_start_that_is_killed_leaves_no_half_attempt(bare, monkeypatch):
    """If a start is killed just before the rename, what it leaves is no attempt, and the next start works."""
    if not (child := os.fork()):
        try:
            monkeypatch.setattr(Path, "rename", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
            create(bare.workspace, "tables-3", "fizz")
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    assert len(list(bare.path("kata/attempts").iterdir())) == 1
    assert all_attempts(bare.workspace) == []
    assert create(bare.workspace, "tables-3", "fizz").module.exists()


TABLE = """
| language | starter | once, in its folder | CMD= |
|---|---|---|---|
| Python | [`fizz.py`](starters/python/fizz.py) | | `python3 fizz.py` |
| Java | [`Fizz.java`](starters/java/Fizz.java) | `javac Fizz.java` | `java Fizz` |
| Lost | [`fizz.lost`](starters/lost/fizz.lost) | | `lost fizz.lost` |
"""


@pytest.fixture
def with_starters(bare):
    """A workspace whose kata has starters for Python and for Java."""
    with bare.path("kata/README.md").open("a") as statement:
        statement.write(TABLE)
    for path in ("python/fizz.py", "java/Fizz.java"):
        starter = bare.path("kata/starters") / path
        starter.parent.mkdir(parents=True)
        starter.write_text(f"{path}\n")
    return bare


STARTED = [
    pytest.param("python3 fizz.py", "fizz.py", "", id="a module of Python"),
    pytest.param("python3.14 -X dev fizz.py", "fizz.py", "", id="a Python with options"),
    pytest.param("java Fizz", "Fizz.java", "javac Fizz.java", id="a class of Java"),
    # which makes it as well
    pytest.param("java Fizz.java", "Fizz.java", "", id="a source of Java"),
    pytest.param("java ./Fizz.java", "Fizz.java", "", id="a source of Java by its path"),
    pytest.param("node fizz.js", "", "", id="a language without a starter"),
    pytest.param("python3 src/fizz.py", "", "", id="a module in another folder"),
    pytest.param("lost fizz.lost", "", "", id="a starter that is not there"),
]


@pytest.mark.parametrize(("command", "name", "made_by"), STARTED)
def test_a_command_means_the_starter_that_it_starts_and_what_makes_it(with_starters, command, name, made_by):
    file, build = with_starters.workspace.kata("fizz")[1].find_starter(command)
    assert (file.name if file else "", build) == (name, made_by)


@pytest.mark.parametrize(("command", "starter"), [("java Fizz", ["Fizz.java"]), ("node x", [])])
def test_an_attempt_in_a_language_begins_with_its_starter(with_starters, command, starter):
    attempt = create(with_starters.workspace, "tables-3", "fizz", command=command)
    assert attempt.program == command
    assert sorted(path.name for path in attempt.folder.iterdir()) == [".started", *starter]


@pytest.fixture
def started(bare):
    """Starts attempts, one after the other."""
    return lambda *names, kata="fizz": [create(bare.workspace, name, kata) for name in names]


def test_without_a_name_it_is_the_one_started_last_and_of_a_name_it_is_that_one(bare, started):
    first, later = started("tables-3", "a-later-one")
    first.module.write_text("saved after the other was started\n")
    assert find(bare.workspace) == later
    assert find(bare.workspace, "tables-3") == first
    (later.folder / ".started").write_bytes(b"\xff")  # where that is lost it counts as the first
    assert find(bare.workspace) == first


def test_of_a_name_at_two_katas_it_is_the_one_at_that_kata_or_the_one_started_last(bare, started):
    (first,) = started("tables-3")
    bare.add_kata("buzz")
    other = shutil.copytree(first.folder, bare.path("buzz/attempts/tables-3"))
    (other / ".started").write_text("9")
    found = [find(bare.workspace, "tables-3", kata).folder for kata in ("fizz", "buzz", "")]
    assert found == [first.folder, other, other]


def test_where_it_is_not_there_it_is_said_which_there_are(bare, started):
    others = ("tables-1", "tables-2", "tables-3", "tables-4", "tables-5", "tables-6")
    for names, told in (
        ((), "make start NAME=x makes it"),
        (("tables-0",), "there is only tables-0"),
        (others, "there are tables-0, tables-1, tables-2, tables-3, tables-4 and 2 more"),
    ):
        started(*names)
        with pytest.raises(NoAttempt, match=f"^there is no attempt x: {told}$"):
            find(bare.workspace, "x")


LOST = "the folder of {0} is gone, and its lights are not: make start NAME={0}{1}, then make back NAME={0}"
BUZZ = LOST.format("beth", " KATA=buzz")
MEANT = {
    "the one with the last light": ("", "", BUZZ),
    "the one of that name": ("tables-3", "", LOST.format("tables-3", "")),
    "the last at that kata": ("", "fizz", LOST.format("tables-3", "")),
    "one whose name is enough": ("beth", "fizz", BUZZ),
    "none, for a path is no name": ("../.lights/beth", "", "there is no attempt ../.lights/beth: "),
}


@pytest.mark.parametrize(("name", "kata", "told"), MEANT.values(), ids=MEANT)
def test_where_lights_outlive_their_folder_it_says_how_to_have_it_back(bare, started, name, kata, told):
    bare.add_kata("buzz")
    for attempt in (*started("zoe", "tables-3"), *started("beth", kata="buzz")):
        record_light(attempt, verb="next", colour="green")
        shutil.rmtree(attempt.folder)
    with pytest.raises(NoAttempt) as stop:
        find(bare.workspace, name, kata)
    assert str(stop.value).startswith(told)


def test_all_attempts_stand_as_people_count_without_what_has_no_name_of_one(bare, started):
    folder = started("t10", "b10", "t9", "b", "T2", "b1", "a", "t3", "tables-11", "tables-2")[0].folder
    for name in (".lights", ".start-abc", "a b"):
        folder.with_name(name).mkdir()
    folder.with_name("notes.txt").touch()
    names = [attempt.name for attempt in all_attempts(bare.workspace)]
    assert names == ["a", "b", "b1", "b10", "T2", "t3", "t9", "t10", "tables-2", "tables-11"]
