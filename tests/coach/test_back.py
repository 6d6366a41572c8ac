"""`make back`: to the last green light or to any; what it leaves behind is a light of its own."""

import os
import shutil

import pytest
from as_a_user import locked

from coach.conftest import ONE
from dojo.attempt.attempt import find
from dojo.attempt.create import create
from dojo.attempt.light import all_lights, count_revealed, record, snapshot_of
from dojo.attempt.snapshot import MAX_BYTES, take_snapshot
from dojo.coach.back import back

COLOURS = ("red", "green", "amber", "red")


def played(attempt, *colours):
    """The attempt, run so many times: its module says which colour it had."""
    for colour in colours:
        save(attempt, f"{colour}\n")
        record(attempt, verb="next", colour=colour, counts={colour: 1}, test="test_a", revealed=3)
    return attempt


@pytest.fixture
def attempt(small):
    """An attempt that was red, green, amber and red again."""
    return played(create(small.workspace, "tables-3", "fizz"), *COLOURS)


def save(attempt, text):
    attempt.module.write_text(text)


def kept(attempt, number):
    """What the module was at a light."""
    return snapshot_of(attempt, all_lights(attempt)[number - 1]).files[b"fizz.py"].content.decode()


def test_without_a_name_the_attempt_started_last_goes_to_its_last_green(show, attempt):
    assert show("back") == (
        "attempt tables-3, the one started last\n"
        "tables-3 is back at light 2, which was green.\nBrought back: fizz.py\n"
        "Your files until now are light 5: make back TO=5\n"
    )
    assert attempt.module.read_text() == "green\n"


def test_typed_a_light_that_is_not_there_is_told_in_a_line(typed):
    attempt = played(create(typed.workspace, "tables-3", "fizz"), *COLOURS)
    made = typed.make("back", "NAME=tables-3", "TO=-1 it's ²")
    assert (made.returncode, made.stdout) == (2, "")
    line, noise = made.stderr.splitlines()
    assert line == "there is no light -1 it's ²: the lights of tables-3 are 1 to 4"
    assert noise.startswith("make: *** ")
    assert attempt.module.read_text() == "red\n"


def test_what_it_leaves_behind_is_a_light_and_it_names_the_files_that_it_has_brought_back(attempt, capsys):
    save(attempt, "an hour of work\n")
    (attempt.folder / "idea.py").write_text("x")
    back(attempt, "")
    left = all_lights(attempt)[-1]
    assert (left.number, left.verb, left.colour, left.to, left.revealed) == (5, "back", "amber", 2, 3)
    assert kept(attempt, 5) == "an hour of work\n"
    assert not (attempt.folder / "idea.py").exists()
    capsys.readouterr()
    back(attempt, "5")
    assert "Brought back: fizz.py, idea.py\n" in capsys.readouterr().out
    assert attempt.module.read_text() == "an hour of work\n"
    assert (attempt.folder / "idea.py").read_text() == "x"


SMALL, LARGE = b"small", b"x" * (MAX_BYTES + 1)


@pytest.mark.parametrize(("then", "now"), [(SMALL, LARGE), (LARGE, SMALL)], ids=["now", "then"])
def test_a_file_that_is_too_large_is_left_as_it_is(attempt, capsys, then, now):
    film = attempt.folder / "film.bin"
    film.write_bytes(then)
    played(attempt, "green")
    film.write_bytes(now)
    save(attempt, "an hour of work\n")
    assert back(attempt, "") == 0
    assert (attempt.module.read_text(), film.read_bytes()) == ("green\n", now)
    assert "Left as it is: film.bin (larger than a megabyte)\n" in capsys.readouterr().out
    assert back(attempt, "6") == 0
    assert (attempt.module.read_text(), film.read_bytes()) == ("an hour of work\n", now)


def test_a_folder_that_may_not_be_written_is_told_in_a_line(refuse, attempt):
    save(attempt, "an hour of work\n")
    with locked(attempt.folder, 0o555):
        line = refuse("back", "NAME=tables-3", status=1)
    assert "Permission denied" in line
    assert line.endswith(": make back stopped there; what was there is light 5")
    assert attempt.module.read_text() == "an hour of work\n"


TAUGHT = [("", "red", 0), ("one\n", "green", 1), ("one\n", "red", 2), ("one\ntwo\n", "red", 2)]
"""Green with one test at light 2, red with two at light 3, and written on: module, colour, tests."""
REVEALED = {
    "to the last green the test in hand stays": ([""], "one\n", 2, "as until now: at light 2 it was 1."),
    "a light that is named brings back those of then": (["2"], "one\n", 1, "as then: until now it was 2."),
    "also where only they differ": (["3", "2"], "one\n", 1, "as then: until now it was 2."),
    "they come forward with the files": (["2", "5"], "one\ntwo\n", 2, "as then: until now it was 1."),
    "where there are as many nothing is said": (["3"], "one\n", 2, ""),
}


@pytest.mark.parametrize(("to", "module", "count", "told"), REVEALED.values(), ids=REVEALED)
def test_how_many_tests_are_revealed(small, capsys, to, module, count, told):
    attempt = create(small.workspace, "tables-5", "fizz")
    for text, colour, then in TAUGHT:
        save(attempt, text)
        record(attempt, verb="next", colour=colour, counts={colour: 1}, revealed=then)
    for light in to:
        capsys.readouterr()
        back(attempt, light)
    assert (attempt.module.read_text(), count_revealed(all_lights(attempt))) == (module, count)
    are = {1: "1 test is", 2: "2 tests are"}[count]
    lines = [line for line in capsys.readouterr().out.splitlines() if "revealed" in line]
    assert lines == ([f"{are} revealed, {told}"] if told else [])


def test_make_next_goes_on_from_what_was_revealed_then_and_asks_nobody_to_tidy_up(small, show):
    attempt = create(small.workspace, "tables-5", "fizz")
    for text, colour, then in ((ONE, "green", 0), ("", "red", 2)):
        save(attempt, text)
        record(attempt, verb="next", colour=colour, counts={}, revealed=then)
    show("back", "NAME=tables-5", "TO=1")
    assert "The next test, 2 of 4: “two is said”" in show("next", "NAME=tables-5")


def test_the_last_green_is_one_that_led_here(attempt):
    played(attempt, "green")
    back(attempt, "3")
    save(attempt, "an hour of work\n")
    back(attempt, "")
    assert all_lights(attempt)[-1].to == 2


def test_where_none_led_here_it_is_the_last_green_of_all_that_somebody_ran(attempt):
    back(attempt, "1")
    record(attempt, verb="hint", colour="green", counts={})
    attempt.module.unlink()
    back(attempt, "")
    assert attempt.module.read_text() == "green\n"


def test_back_to_where_it_is_changes_nothing(attempt, capsys):
    back(attempt, "")
    capsys.readouterr()
    back(attempt, "")
    told = "tables-3 is as it was at light 2, which was green: nothing to bring back.\n"
    assert capsys.readouterr().out == told
    assert len(all_lights(attempt)) == 5


@pytest.mark.parametrize("to", ["9", "0", "-1", "02"])
def test_a_light_that_is_not_there_is_told_in_a_line(refuse, attempt, to):
    told = f"there is no light {to}: the lights of tables-3 are 1 to 4"
    assert refuse("back", "NAME=tables-3", f"TO={to}") == told
    assert attempt.module.read_text() == "red\n"


RUN = "make next NAME=tables-4 and make watch NAME=tables-4 record them"
NOWHERE = {
    "no lights": ([], f"tables-4 has no lights yet: {RUN}"),
    "never green": (["red", "amber"], "tables-4 was never green: TO= takes it to one of its lights, 1 to 2"),
}


@pytest.mark.parametrize(("colours", "told"), NOWHERE.values(), ids=NOWHERE)
def test_where_there_is_no_green_it_says_what_to_do(small, refuse, colours, told):
    played(create(small.workspace, "tables-4", "fizz"), *colours)
    assert refuse("back", "NAME=tables-4") == told


def test_a_kill_half_way_loses_nothing(attempt, monkeypatch):
    for name in ("a.py", "b.py", "c.py"):
        (attempt.folder / name).write_text("mine")
    mine, removed = take_snapshot(attempt.folder), []

    def remove(_folder, path):
        removed.append(path)
        if len(removed) == 2:
            os._exit(1)
        path.unlink()

    if not (child := os.fork()):
        try:
            monkeypatch.setattr("dojo.attempt.snapshot.remove", remove)
            back(attempt, "")
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 1
    assert take_snapshot(attempt.folder) != mine
    assert snapshot_of(attempt, all_lights(attempt)[-1]).files == mine.files
    back(attempt, "5")
    assert take_snapshot(attempt.folder) == mine


def test_what_is_saved_while_it_goes_back_is_not_written_over(refuse, attempt, monkeypatch):
    def saves(*what, **how):
        save(attempt, "just now\n")
        return record(*what, **how)

    monkeypatch.setattr("dojo.coach.back.record", saves)
    told = "fizz.py was saved just now: make back stopped there; what was there is light 5"
    assert refuse("back", "NAME=tables-3", status=1) == told
    assert attempt.module.read_text() == "just now\n"


def test_reset_goes_back_to_the_start_and_its_tests_and_the_lights_stay(small, show):
    show("start", "NAME=tables-5")
    attempt = find(small.workspace, "tables-5")
    begun = attempt.module.read_text()
    for text, colour, then in TAUGHT:
        save(attempt, text)
        record(attempt, verb="next", colour=colour, counts={colour: 1}, revealed=then)
    shown = show("reset", "NAME=tables-5")
    assert shown.startswith("tables-5 is back at light 1, which was red.\nBrought back: fizz.py\n")
    assert shown.endswith("Your files until now are light 6: make back TO=6 NAME=tables-5\n")
    assert (attempt.module.read_text(), count_revealed(all_lights(attempt))) == (begun, 0)


def test_an_empty_start_is_no_green_to_go_back_to(small, show):
    """MODE=mine: the folder is lost, and the attempt is started again by the same name."""
    words = ("start", "NAME=tables-5", "MODE=mine")
    show(*words)
    attempt = find(small.workspace, "tables-5")
    save(attempt, "an hour of work\n")
    record(attempt, verb="next", colour="green", counts={"green": 1})
    shutil.rmtree(attempt.folder)
    show(*words)
    assert "is back at light 2, which was green." in show("back", "NAME=tables-5")
    assert attempt.module.read_text() == "an hour of work\n"


def test_drop_asks_at_a_terminal_before_it_deletes(refuse, attempt):
    told = "drop asks at a terminal before it deletes kata/attempts/tables-3"
    assert refuse("drop", "NAME=tables-3") == told
    assert attempt.module.exists()


DROPPED = {"by its name": ("tables-3", 0, []), "by another answer": ("yes", 1, ["tables-3"])}


@pytest.mark.parametrize(("answer", "status", "left"), DROPPED.values(), ids=DROPPED)
def test_drop_deletes_an_attempt_and_its_lights(small, attempt, monkeypatch, answer, status, left):
    played(create(small.workspace, "tables-30", "fizz"), "green")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _prompt: answer)
    assert small.verb("drop", "NAME=tables-3") == status
    folder = attempt.folder.parent
    assert sorted(path.name for path in folder.iterdir()) == [".lights", *left, "tables-30"]
    kept = [f"{name}.git" for name in [*left, "tables-30"]]
    assert [path.name for path in sorted(folder.glob(".lights/*.git"))] == kept
