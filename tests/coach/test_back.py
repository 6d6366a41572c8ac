"""`make back`: to the last green light or to any; what it leaves behind is a light of its own."""

import os

import pytest
from as_a_user import as_a_user

from coach.conftest import ONE
from dojo.attempt.creation import create
from dojo.attempt.lights import all_lights, files, record, revealed
from dojo.attempt.snapshot import TOO_LARGE, TOO_MANY, Changed, put_back, taken
from dojo.coach.back import NoLight, back

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
    return files(attempt, all_lights(attempt)[number - 1])[b"fizz.py"].content.decode()


def test_typed_it_goes_to_the_last_green(typed):
    attempt = played(create(typed.workspace, "tables-3", "fizz"), *COLOURS)
    made = typed.make("back", "NAME=tables-3")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout == (
        "tables-3 is back at light 2, which was green.\nBrought back: fizz.py\n"
        "Your files until now are light 5: make back NAME=tables-3 TO=5\n"
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


def test_without_a_name_it_takes_the_attempt_started_last(small, attempt, capsys):
    assert small.verb("back") == 0
    assert capsys.readouterr().out.splitlines()[0] == "attempt tables-3, the one started last"
    assert attempt.module.read_text() == "green\n"


@pytest.mark.parametrize("number", [1, 3, 4])
def test_to_any_light(small, attempt, number):
    save(attempt, "not recorded yet\n")
    assert small.verb("back", "NAME=tables-3", f"TO={number}") == 0
    assert attempt.module.read_text() == kept(attempt, number) == f"{COLOURS[number - 1]}\n"


def test_what_it_leaves_behind_is_a_light(attempt):
    save(attempt, "an hour of work\n")
    (attempt.folder / "idea.py").write_text("x")
    back(attempt, "")
    left = all_lights(attempt)[-1]
    assert (left.number, left.verb, left.colour, left.told) == (5, "back", "amber", {"to": 2, "revealed": 3})
    assert kept(attempt, 5) == "an hour of work\n"
    assert not (attempt.folder / "idea.py").exists()
    back(attempt, "5")
    assert attempt.module.read_text() == "an hour of work\n"
    assert (attempt.folder / "idea.py").read_text() == "x"


def test_a_file_that_has_become_too_large_is_left_as_it_is_and_not_deleted_after_that(attempt, capsys):
    film = attempt.folder / "film.bin"
    film.write_bytes(b"small")
    played(attempt, "green")
    film.write_bytes(b"x" * (TOO_LARGE + 1))
    save(attempt, "an hour of work\n")
    assert back(attempt, "") == 0
    assert (attempt.module.read_text(), film.stat().st_size) == ("green\n", TOO_LARGE + 1)
    assert capsys.readouterr().out.splitlines()[-1] == "Left as it is: film.bin (larger than a megabyte)"
    assert back(attempt, "6") == 0
    assert (attempt.module.read_text(), film.stat().st_size) == ("an hour of work\n", TOO_LARGE + 1)


def test_a_file_that_was_too_large_is_not_deleted(attempt, capsys):
    film = attempt.folder / "film.bin"
    film.write_bytes(b"x" * (TOO_LARGE + 1))
    played(attempt, "green")
    film.write_bytes(b"small")
    save(attempt, "an hour of work\n")
    assert back(attempt, "") == 0
    assert (attempt.module.read_text(), film.read_bytes()) == ("green\n", b"small")
    assert "Left as it is: film.bin (larger than a megabyte)\n" in capsys.readouterr().out


def test_a_module_that_cannot_be_read_is_left_as_it_is(attempt, capsys):
    attempt.module.chmod(0)
    (attempt.folder / "idea.py").write_text("x")
    with as_a_user():
        assert back(attempt, "") == 0
    assert attempt.module.read_text() == "red\n"
    assert not (attempt.folder / "idea.py").exists()
    assert "Left as it is: fizz.py (cannot be read)\n" in capsys.readouterr().out


def test_a_file_beyond_two_hundred_is_left_as_it_is(attempt, capsys):
    last = attempt.folder / "z"
    last.write_text("then")
    played(attempt, "green")
    last.write_text("now")
    for n in range(TOO_MANY - 3):
        (attempt.folder / f"a{n}").write_text("new")
    save(attempt, "an hour of work\n")
    assert back(attempt, "") == 0
    assert (attempt.module.read_text(), last.read_text()) == ("green\n", "now")
    assert "z (beyond 200 files)" in capsys.readouterr().out


def test_a_folder_that_may_not_be_written_is_told_in_a_line(small, attempt, capsys):
    save(attempt, "an hour of work\n")
    attempt.folder.chmod(0o555)
    try:
        with as_a_user():
            assert small.verb("back", "NAME=tables-3") == 1
    finally:
        attempt.folder.chmod(0o755)
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert "Permission denied" in err
    assert err.endswith(": make back stopped there; what was there is light 5\n")
    assert attempt.module.read_text() == "an hour of work\n"


def taught(small):
    """An attempt at its second test: green with one at light 2, red with two at light 3, and written on."""
    attempt = create(small.workspace, "tables-5", "fizz")
    for text, colour, revealed_then in TAUGHT:
        save(attempt, text)
        record(attempt, verb="next", colour=colour, counts={colour: 1}, revealed=revealed_then)
    return attempt


TAUGHT = [("", "red", 0), ("one\n", "green", 1), ("one\n", "red", 2), ("one\ntwo\n", "red", 2)]


def now_revealed(attempt):
    return revealed(all_lights(attempt))


def test_the_test_in_hand_stays_on_the_way_to_the_last_green(small, capsys):
    attempt = taught(small)
    back(attempt, "")
    assert (attempt.module.read_text(), now_revealed(attempt)) == ("one\n", 2)
    assert capsys.readouterr().out == (
        "tables-5 is back at light 2, which was green.\nBrought back: fizz.py\n"
        "2 tests are revealed, as until now: at light 2 it was 1.\n"
        "Your files until now are light 5: make back NAME=tables-5 TO=5\n"
    )


def test_a_light_that_is_named_brings_back_what_was_revealed_then(small, capsys):
    attempt = taught(small)
    back(attempt, "2")
    assert (attempt.module.read_text(), now_revealed(attempt)) == ("one\n", 1)
    assert capsys.readouterr().out == (
        "tables-5 is back at light 2, which was green.\nBrought back: fizz.py\n"
        "1 test is revealed, as then: until now it was 2.\n"
        "Your files until now are light 5: make back NAME=tables-5 TO=5\n"
    )


def test_it_is_a_light_too_where_only_what_is_revealed_differs(small, capsys):
    attempt = taught(small)
    back(attempt, "3")
    capsys.readouterr()
    back(attempt, "2")
    assert (attempt.module.read_text(), now_revealed(attempt)) == ("one\n", 1)
    assert "1 test is revealed, as then: until now it was 2.\n" in capsys.readouterr().out


def test_what_was_revealed_comes_forward_again_with_the_files(small, capsys):
    attempt = taught(small)
    back(attempt, "2")
    capsys.readouterr()
    back(attempt, "5")
    assert (attempt.module.read_text(), now_revealed(attempt)) == ("one\ntwo\n", 2)
    assert "2 tests are revealed, as then: until now it was 1.\n" in capsys.readouterr().out


def test_where_as_many_are_revealed_nothing_is_said_of_it(small, capsys):
    attempt = taught(small)
    back(attempt, "3")
    assert "revealed" not in capsys.readouterr().out


def test_make_next_goes_on_from_what_was_revealed_then(small, capsys):
    attempt = create(small.workspace, "tables-5", "fizz")
    save(attempt, ONE)
    for _ in range(2):
        assert small.verb("next", "NAME=tables-5") == 0
    assert now_revealed(attempt) == 2
    back(attempt, "1")
    capsys.readouterr()
    assert small.verb("next", "NAME=tables-5") == 0
    assert "The next test, 2 of 4: “two is said”" in capsys.readouterr().out


def test_the_last_green_is_one_that_led_here(attempt):
    played(attempt, "green")
    back(attempt, "3")
    save(attempt, "an hour of work\n")
    back(attempt, "")
    assert all_lights(attempt)[-1].told["to"] == 2


def test_where_none_led_here_it_is_the_last_green_of_all(attempt):
    back(attempt, "1")
    back(attempt, "")
    assert attempt.module.read_text() == "green\n"


def test_what_nobody_ran_is_no_green_to_return_to(attempt):
    record(attempt, verb="hint", colour="green", counts={})
    back(attempt, "")
    assert attempt.module.read_text() == "green\n"


def test_back_to_where_it_is_changes_nothing(attempt, capsys):
    back(attempt, "")
    capsys.readouterr()
    back(attempt, "")
    assert capsys.readouterr().out == (
        "tables-3 is as it was at light 2, which was green: nothing to bring back.\n"
    )
    assert len(all_lights(attempt)) == 5


def test_a_deleted_file_comes_back(attempt):
    attempt.module.unlink()
    back(attempt, "")
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
def test_a_light_that_is_not_there_is_told_in_a_line(small, attempt, capsys, to):
    assert small.verb("back", "NAME=tables-3", f"TO={to}") == 2
    assert capsys.readouterr() == ("", f"there is no light {to}: the lights of tables-3 are 1 to 4\n")
    assert attempt.module.read_text() == "red\n"


def test_an_attempt_that_is_not_there_is_told_in_a_line(small, attempt, capsys):
    assert small.verb("back", "NAME=nobody") == 2
    assert capsys.readouterr() == ("", f"there is no attempt nobody: there are {attempt.name}\n")


def test_an_attempt_without_lights_says_how_to_get_one(small):
    attempt = create(small.workspace, "tables-4", "fizz")
    with pytest.raises(
        NoLight,
        match="tables-4 has no lights yet: make next NAME=tables-4 and make watch NAME=tables-4 record them",
    ):
        back(attempt, "")


def test_an_attempt_that_was_never_green_says_where_it_can_go(small):
    attempt = played(create(small.workspace, "tables-4", "fizz"), "red", "amber")
    with pytest.raises(NoLight, match="tables-4 was never green: TO= takes it to one of its lights, 1 to 2"):
        back(attempt, "")


def test_a_kill_half_way_loses_nothing(attempt, monkeypatch):
    for name in ("a.py", "b.py", "c.py"):
        (attempt.folder / name).write_text("mine")
    mine = taken(attempt.folder)
    if not (child := os.fork()):
        try:
            monkeypatch.setattr("dojo.attempt.snapshot.remove", dies_at(2))
            back(attempt, "")
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 1
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
    with pytest.raises(Changed, match=r"fizz.py was saved just now"):
        put_back(attempt.folder, then, now=now.files, draft=attempt.folder.parent / "draft")
    assert attempt.module.read_text() == "just now\n"


def test_that_it_stopped_there_is_told_in_a_line(small, attempt, capsys, monkeypatch):
    def saves(*what, **how):
        save(attempt, "just now\n")
        return record(*what, **how)

    monkeypatch.setattr("dojo.coach.back.record", saves)
    assert small.verb("back", "NAME=tables-3") == 1
    assert capsys.readouterr() == (
        "",
        "fizz.py was saved just now: make back stopped there; what was there is light 5\n",
    )


def test_it_names_the_files_that_it_has_brought_back(small, capsys):
    attempt = create(small.workspace, "tables-5", "fizz")
    for code, test in ((ONE, "1"), ("", "2")):
        save(attempt, code)
        (attempt.folder / "test_fizz.py").write_text(f"# {test}\n")
        record(attempt, verb="next", colour="green", counts={})
    assert back(attempt, "1") == 0
    assert "Brought back: fizz.py, test_fizz.py\n" in capsys.readouterr().out
