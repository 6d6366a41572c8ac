"""`make back`: to the last green light or to any; what it leaves behind is a light of its own."""

import os
from pathlib import Path

import pytest
from helpers import last_light

from coach.conftest import ONE, ran
from dojo.attempt.attempt import find
from dojo.attempt.create import create
from dojo.attempt.light import BackLight, RunLight, count_revealed
from dojo.attempt.recording import all_lights, record, snapshot_of
from dojo.attempt.snapshot import MAX_BYTES, take_snapshot
from dojo.coach.back import back


def play(attempt, *runs):
    """Run the attempt: so much is revealed from then on, and its module says which colour it had."""
    for colour, revealed in runs:
        attempt.module.write_text(f"{colour}\n")
        ran(attempt, colour, revealed)


@pytest.fixture
def attempt(bare):
    """An attempt that was red, green, amber and red again; then an hour of work was not run."""
    attempt = create(bare.workspace, "tables-3", "fizz")
    play(attempt, ("red", 3), ("green", 3), ("amber", 3), ("red", 3))
    attempt.module.write_text("an hour of work\n")
    return attempt


def test_the_latest_attempt_goes_to_its_last_green_and_leaves_a_light(show, attempt):
    (attempt.folder / "idea.py").write_text("x")
    work = take_snapshot(attempt.folder)
    assert show("back") == (
        "attempt tables-3, the latest one here\n"
        "tables-3 is back at light 2, which was green.\nBrought back: fizz.py\n"
        "  gone  an hour of work\n  back  green\nDeleted: idea.py\n"
        "What you had just now is light 5: make back TO=5\n"
    )
    assert sorted(file.name for file in attempt.folder.glob("*.py")) == ["fizz.py", "test_fizz.py"]
    assert attempt.module.read_text() == "green\n"
    same = "tables-3 is as it was at light 2, which was green: nothing to bring back.\n"
    assert show("back", "NAME=tables-3") == same
    *_, left = all_lights(attempt)
    assert left == BackLight(number=5, when=left.when, id=left.id, to=2, revealed=3)
    show("back", "TO=5")
    assert snapshot_of(attempt, left) == take_snapshot(attempt.folder) == work


@pytest.mark.parametrize(("then", "now"), [(5, MAX_BYTES + 1), (MAX_BYTES + 1, 5)], ids=["now", "then"])
def test_a_file_that_is_too_large_is_left_as_it_is(attempt, save, capsys, then, now):
    film = attempt.folder / "film.bin"
    film.write_bytes(b"x" * then)
    play(attempt, ("green", 3))
    film.write_bytes(b"x" * now)
    save("an hour of work\n")
    assert back(attempt, "") == 0
    assert attempt.module.read_text() == "green\n"
    assert film.stat().st_size == now
    assert "Left as it is: film.bin (larger than a megabyte)\n" in capsys.readouterr().out
    assert back(attempt, "6") == 0
    assert attempt.module.read_text() == "an hour of work\n"
    assert film.stat().st_size == now


def test_to_the_last_green_the_tests_stay_and_a_named_light_has_its_own(bare, show):
    other = create(bare.workspace, "tables-4", "fizz")
    play(other, ("red", 0))
    other.module.write_text(ONE)
    ran(other, "green", 1)
    ran(other, "red", 2)
    other.module.write_text("more\n")
    other_tests = "You have {} of the kata's tests, as you had then: just now you had {}.\n"

    def go_back(to):
        """Where it goes back to: what is in the module, how many tests are revealed; and what is shown."""
        shown = show("back", "NAME=tables-4", f"TO={to}")
        return other.module.read_text(), count_revealed(all_lights(other)), shown

    text, revealed, shown = go_back("")
    assert text == ONE
    assert revealed == 2
    assert "You have" not in shown
    stays = "The test that came later stays, and is still to be made green.\n"
    assert stays in shown
    text, revealed, shown = go_back("2")
    assert text == ONE
    assert revealed == 1
    assert other_tests.format(1, 2) in shown
    assert stays not in shown
    text, revealed, shown = go_back("4")
    assert text == "more\n"
    assert revealed == 2
    assert other_tests.format(2, 1) in shown
    text, revealed, shown = go_back("2")
    assert text == ONE
    assert revealed == 1
    assert other_tests.format(1, 2) in shown
    assert "The next test, 2 of our 4\n" in show("next", "NAME=tables-4")  # and no “tidy up”


TWO = 'def say(number):\n    return "2"\n'
ALL_NUMBERS = "def say(number):\n    return str(number)\n"


def test_the_first_green_after_going_back_from_a_red_is_time_to_tidy_up(bare, show):
    """The test that is red then stays, and has not run on the code that is back."""
    other = create(bare.workspace, "tables-4", "fizz")
    for code in (ONE, ONE, TWO):
        other.module.write_text(code)
        show("next", "NAME=tables-4")
    show("back", "NAME=tables-4")
    assert other.module.read_text() == ONE
    other.module.write_text(ALL_NUMBERS)
    shown = show("next", "NAME=tables-4")
    assert "Is there anything to tidy up?" in shown
    assert "still green" not in shown
    assert "The next test, 3 of our 4" not in shown
    # it did not change in green
    assert last_light(other, RunLight).unnoticed is None
    assert "The next test, 3 of our 4" in show("next", "NAME=tables-4")


def test_after_going_back_to_a_green_that_has_all_tests_the_next_one_comes(bare, show):
    other = create(bare.workspace, "tables-4", "fizz")
    for code in (ONE, ONE, ALL_NUMBERS, TWO):
        other.module.write_text(code)
        show("next", "NAME=tables-4")
    show("back", "NAME=tables-4")
    assert other.module.read_text() == ALL_NUMBERS
    assert "The next test, 3 of our 4" in show("next", "NAME=tables-4")


def test_a_light_of_going_back_has_the_tests_from_before_it(bare, show):
    """As it has the files from before it."""
    other = create(bare.workspace, "tables-4", "fizz")
    play(other, ("green", 1), ("red", 2))
    show("back", "NAME=tables-4", "TO=1")
    assert count_revealed(all_lights(other)) == 1
    show("back", "NAME=tables-4", "TO=3")
    assert other.module.read_text() == "red\n"
    assert count_revealed(all_lights(other)) == 2


def test_the_last_green_is_one_that_led_here_or_else_the_last_that_ran(attempt, save):
    play(attempt, ("green", 3))
    back(attempt, "3")
    save("an hour of work\n")
    back(attempt, "")
    assert last_light(attempt, BackLight).to == 2
    back(attempt, "1")
    ran(attempt, verb="hint")
    save("an hour of work\n")
    back(attempt, "")
    assert last_light(attempt, BackLight).to == 5


def test_where_there_is_no_such_light_it_says_what_to_do(bare, refuse):
    other = create(bare.workspace, "tables-4", "fizz")
    verbs = "make next NAME=tables-4 and make watch NAME=tables-4"
    assert refuse("back", "NAME=tables-4") == f"tables-4 has no lights yet: {verbs} record them"
    play(other, ("red", 0))
    never = "tables-4 was never green. Back to its first light: make back TO=1 NAME=tables-4"
    assert refuse("back", "NAME=tables-4") == never
    beyond = "there is no light 2: the lights of tables-4 are 1 to 1"
    assert refuse("back", "NAME=tables-4", "TO=2") == beyond


def test_a_kill_half_way_loses_nothing(attempt, monkeypatch):
    for name in ("a.py", "b.py", "c.py"):
        (attempt.folder / name).write_text("mine")
    mine, removed, unlink = take_snapshot(attempt.folder), [], Path.unlink

    def remove(path, **how):
        removed.append(path)
        if len(removed) == 2:
            os._exit(1)
        unlink(path, **how)

    if not (child := os.fork()):
        try:
            monkeypatch.setattr(Path, "unlink", remove)
            back(attempt, "")
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1
    assert take_snapshot(attempt.folder) != mine
    assert snapshot_of(attempt, all_lights(attempt)[-1]).files == mine.files
    back(attempt, "5")
    assert take_snapshot(attempt.folder) == mine


def test_what_is_saved_while_it_goes_back_is_not_written_over(refuse, attempt, save, monkeypatch):
    def saves(*what, **how):
        save("just now\n")
        return record(*what, **how)

    monkeypatch.setattr("dojo.coach.back.record", saves)
    stopped = "fizz.py was saved just now: it stopped there; what was there is light 5"
    assert refuse("back", "NAME=tables-3", status=1) == stopped
    assert attempt.module.read_text() == "just now\n"


def test_of_many_lines_that_go_the_first_ones_are_shown(show, attempt):
    attempt.module.write_text("".join(f"line {number}\n" for number in range(30)))
    shown = show("back", "NAME=tables-3")
    assert "  gone  line 11\n  and 19 more lines\n" in shown
    assert "line 12" not in shown


def test_the_lines_of_several_files_stand_below_their_names(show, attempt):
    attempt.module.write_text("green\n")
    play(attempt, ("green", 3))
    (attempt.folder / "test_fizz.py").write_text("a test\n")
    attempt.module.write_text("\tan\x1b[31m hour\n")
    shown = show("back", "NAME=tables-3")
    assert "Brought back: fizz.py, test_fizz.py\n  fizz.py:\n  gone          an\\x1b[31m hour\n" in shown
    assert "\n  test_fizz.py:\n  gone  a test\n" in shown


def test_of_a_file_that_is_no_text_no_line_is_shown(show, attempt):
    attempt.module.write_bytes(b"\xff\n")
    assert show("back", "NAME=tables-3") == (
        "tables-3 is back at light 2, which was green.\nBrought back: fizz.py\n"
        "What you had just now is light 5: make back TO=5 NAME=tables-3\n"
    )


def test_reset_goes_back_to_the_start_and_its_tests_and_the_lights_stay(bare, show):
    show("start", "NAME=tables-5")
    attempt = find(bare.workspace, "tables-5")
    begun = attempt.module.read_text()
    play(attempt, ("red", 0), ("green", 1), ("red", 2))
    shown = show("reset", "NAME=tables-5")
    assert shown.startswith("tables-5 is back at light 1, which was red.\nBrought back: fizz.py\n")
    assert "\nYou have none of the kata's tests, as you had then: just now you had 2.\n" in shown
    assert shown.endswith("What you had just now is light 5: make back TO=5 NAME=tables-5\n")
    assert attempt.module.read_text() == begun
    assert count_revealed(all_lights(attempt)) == 0


def test_drop_deletes_nothing_without_a_terminal_to_ask_at(refuse, attempt):
    asks = "drop asks at a terminal before it deletes kata/attempts/tables-3"
    assert refuse("drop", "NAME=tables-3") == asks
    assert attempt.folder.is_dir()


DROPPED = [
    pytest.param("yes", 1, ["tables-3", "tables-30"], id="no name"),
    pytest.param("tables-3", 0, ["tables-30"], id="the name"),
]


@pytest.mark.parametrize(("answer", "status", "left"), DROPPED)
def test_drop_deletes_an_attempt_and_its_lights_after_a_question(
    bare, attempt, monkeypatch, capsys, answer, status, left
):
    play(create(bare.workspace, "tables-30", "fizz"), ("green", 0))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _prompt: answer)
    assert bare.verb("drop", "NAME=tables-3") == status
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80
    folder = attempt.folder.parent
    assert sorted(path.name for path in folder.iterdir()) == [".lights", *left]
    assert sorted(path.stem for path in folder.glob(".lights/*.db")) == left


def test_a_file_that_is_not_the_participants_is_brought_back_and_not_told(attempt, show):
    started = attempt.folder / ".started"
    was = started.read_text()
    started.unlink()
    shown = show("back", "TO=2", "NAME=tables-3")
    assert started.read_text() == was
    assert "Brought back: fizz.py\n" in shown
