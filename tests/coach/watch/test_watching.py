"""`make watch` without a terminal: what it runs and when, what it shows and records."""

import re
import sys
from contextlib import contextmanager

import pytest
from helpers import last_light

from coach.conftest import FIZZ, NUMBERS, ONE, in_a_line, list_runs, ran, verbs_of
from dojo.attempt.light import RunLight
from dojo.attempt.recording import all_lights, snapshot_of
from dojo.attempt.snapshot import MAX_BYTES, take_snapshot
from dojo.coach.run import run_tests
from dojo.coach.watch import events as events_module
from dojo.coach.watch import saves as saves_module
from dojo.coach.watch import watch as watch_module
from dojo.coach.watch.saves import SaveReports
from dojo.coach.watch.watch import Saved, Watch, watch
from dojo.coach.where import columns
from dojo.errors import CollectionError
from dojo.room.sync import RoomLink, RoomStatus

LOOK = ""
WRONG = 'def say(number):\n    return "0"\n'
BROKEN = "def say(number):\n    return x\n"


@pytest.fixture
def play(bare, attempt, save, monkeypatch, capsys):
    """Watches an attempt that is red, and does some actions after a first look; gives what each one brings.

    An action is a text to save, a key, a look, or a function.
    """
    save(WRONG)
    monkeypatch.chdir(bare.root)

    def actions(*todo):
        left, shown = [LOOK, *todo], []

        def next_key(_watch):
            shown.append(in_a_line(capsys.readouterr().out))
            if not left:
                raise SystemExit(0)
            action = left.pop(0)
            if callable(action):
                action()
            elif len(action) > 1:
                save(action)
            else:
                return action
            return LOOK

        monkeypatch.setattr(Watch, "next_key", next_key)
        assert watch(attempt, bare.root) == 0
        return shown[1:]

    return actions


def test_each_save_brings_its_failure_its_bar_and_its_light(attempt, play):
    (attempt.folder / "film.bin").write_bytes(b"x" * (MAX_BYTES + 1))
    red, green, amber, same = play(NUMBERS, BROKEN, BROKEN)
    assert red.startswith("“one is said” is red: AssertionError: assert '0' == '1'")
    assert '> assert fizz.say(1) == "1"' in red
    assert "Not in this light: film.bin (larger than a megabyte) ×" in red
    assert "× RED · 1 failed ×" in red
    assert red.endswith("× tables-3 · light 1 · not green yet")  # and no keys
    assert "■ GREEN · 1 green ■" in green
    assert green.endswith("■ tables-3 · light 2 · green")
    assert "NameError: name 'x' is not defined" in amber
    assert re.search(r"! tables-3 · light 3 · \d+ s since the last green$", amber)
    assert same == ""
    assert list_runs(attempt) == [("watch", colour, 0) for colour in ("red", "green", "amber")]
    files = [snapshot_of(attempt, light).files for light in all_lights(attempt)]
    assert [one[b"fizz.py"].content.decode() for one in files] == [WRONG, NUMBERS, BROKEN]


@pytest.fixture
def reports(attempt):
    """What the system reports of the attempt, from now on."""
    with SaveReports([attempt.folder]) as saves:
        assert saves.arrived(60)
        yield saves


def test_a_save_breaks_off_the_run_that_is_under_way_and_nothing_else(attempt, save, reports):
    """What raises it is called by what waits for the tests: no handler of a signal."""
    watching = Watch(attempt, reports)
    files = take_snapshot(attempt.folder)
    with watching.running(files):
        watching.attempt.host.on_wait()
        save(NUMBERS)
        reports.wait(60)
        with pytest.raises(Saved):
            watching.attempt.host.on_wait()
    save(WRONG)
    reports.wait(60)
    watching.attempt.host.on_wait()
    with watching.running():
        watching.attempt.host.on_wait()


def test_a_save_has_its_bar_before_the_answer_to_a_key_that_waits_for_our_steps(play, save, monkeypatch):
    tries = []

    def columns_after_a_save(story, on_wait):
        tries.append(on_wait)
        if len(tries) == 1:
            save(NUMBERS)
            # until the save is reported
            while True:
                on_wait()
        return columns(story, on_wait)

    monkeypatch.setattr(watch_module, "columns", columns_after_a_save)
    _, shown = play("w")
    bar, _, place = shown.partition("■ GREEN · 1 green ■")
    assert "behaves like" not in bar
    assert "tables-3's code behaves like our step 2, Numbers." in place
    assert len(tries) == 2


def test_where_something_is_saved_all_the_time_the_last_try_is_not_broken_off(play, save, monkeypatch):
    tries = []

    def columns_after_a_save(story, on_wait):
        tries.append(on_wait)
        save(NUMBERS + f"# {len(tries)}\n")
        while on_wait:
            on_wait()
        return columns(story)

    monkeypatch.setattr(watch_module, "columns", columns_after_a_save)
    _, shown = play("w")
    assert "tables-3's code behaves like our step 2, Numbers." in shown
    assert len(tries) == watch_module.BREAK_OFF


def test_where_a_save_is_not_reported_a_line_says_so_and_the_files_are_read(
    bare, attempt, save, monkeypatch, capsys
):
    """As on a network drive, here by reports of another folder."""
    monkeypatch.setattr(watch_module, "TICK_S", 0.01)
    monkeypatch.setattr(events_module, "REPORT_S", 0.01)
    with SaveReports([bare.path("suite")]) as saves:
        assert saves.arrived(60)
        watching = Watch(attempt, saves)
        watching.judged = take_snapshot(attempt.folder)
        watching.events.forget_reports()
        watching.screen.has_said_how = True
        watching.next_key()
        watching.next_key()
        assert (saves.are_coming, capsys.readouterr().out) == (True, "")
        save(NUMBERS)
        watching.next_key()
        assert not saves.are_coming
        assert in_a_line(capsys.readouterr().out) == (
            "A save was not reported. From now on, the files are read many times a second. "
            "If you save and nothing happens: make next NAME=tables-3"
        )


HOW = {
    "it is reported": (True, "Each save runs the tests."),
    "it is not": (False, "The system does not report saves here: the files are read many times a second."),
}


@pytest.mark.parametrize(("reported", "line"), HOW.values(), ids=HOW)
def test_it_says_how_a_save_is_noticed_and_what_to_type_if_it_is_not(
    bare, attempt, monkeypatch, capsys, reported, line
):
    if not reported:
        # a process that ends at once: the system allows no more watches, for example
        monkeypatch.setattr(saves_module, "REPORTER", "there is no such file")
    monkeypatch.setattr(Watch, "next_key", lambda _: sys.exit(0))
    monkeypatch.chdir(bare.root)
    assert watch(attempt, bare.root) == 0
    assert in_a_line(capsys.readouterr().out) == (
        f"Your code is in kata/attempts/tables-3/fizz.py. {line} "
        "If you save and nothing happens: make next NAME=tables-3"
    )


def test_h_and_n_do_what_make_hint_and_make_next_do_and_the_bar_shows_it(attempt, play, save):
    save(ONE)
    _, revealed, hint, green, red, same = play(lambda: ran(attempt, "red", 2), "h", NUMBERS, "n", LOOK)
    assert revealed.startswith("“two is said” is red")
    assert "RED · 2 green, 1 failed" in revealed
    assert "light 2 ·" in revealed
    assert hint.startswith("“two is said”, hint 1 of 2")
    assert "GREEN · 3 green" in green
    assert "The next test, 3 of our 4 “fizz is said” is red" in red
    assert "Make it green, then make next NAME=tables-3. A hint: make hint NAME=tables-3 ×" in red
    assert "RED · 3 green, 1 failed" in red
    assert same == ""
    assert verbs_of(attempt) == ["watch", "next", "hint", "watch", "next"]
    assert last_light(attempt, RunLight).test == "suite/test_more.py::test_fizz_is_said"


def test_h_and_w_answer_in_a_kata_of_two_modules_and_later_runs_read_both(bare, attempt, play):
    bare.edit("suite/test_more.py", "import pytest", "import pytest\nfrom words import Names")
    bare.edit("suite/test_more.py", 'fizz.say(3) == "Fizz"', 'fizz.say(3) == Names().name(3) == "Fizz"')
    words = attempt.folder / "words.py"

    def write_names():
        words.write_text('class Names:\n    def name(self, number):\n        return "Fizz"\n')

    _, _, _, missing, hint, where, green = play(FIZZ, "n", "n", "h", "w", write_names)
    assert "there is no words.py yet" in missing
    assert hint.startswith("“fizz is said”, hint 1 of 2")
    assert "tables-3's code behaves like our step 2" in where
    assert "GREEN · 4 green" in green


def test_at_green_it_asks_what_make_next_asks_and_says_when_it_is_the_end(attempt, play):
    _, turned, again, end = play(ONE, FIZZ, lambda: ran(attempt, revealed=4))
    onward = "The next test: make next NAME=tables-3 ■"
    question = "Is there anything to tidy up? Keep the bar green meanwhile."
    assert turned.startswith(f"Changed since the start: 1 line of code. {question} {onward}")
    assert again.startswith(onward)
    assert end.startswith("That was the last of our tests of fizz: all 4 are green.")
    assert "A page of it to show: make lights PAGE=1 NAME=tables-3" in end


def test_what_cannot_be_recorded_is_said_after_the_bar(attempt, play, save):
    def no_room():
        lights = attempt.folder.with_name(".lights")
        lights.rename(attempt.folder.with_name("elsewhere"))
        lights.touch()
        save(NUMBERS)

    _, shown, again = play(no_room, LOOK)
    assert "GREEN · 1 green" in shown
    assert "■ this run of tables-3 is not recorded: " in shown
    assert again == ""


def test_a_changed_suite_is_collected_again_and_a_broken_one_is_waited_for(bare, play):
    def edit(old, new):
        return lambda: bare.edit("suite/test_more.py", old, new)

    _, changed, run = play(edit('"Fizz"', '"Fuzz"'), LOOK)
    assert changed == ""
    assert "RED · 1 failed" in run
    shown = play(edit('"Fuzz"', '"Fuzz" ('), LOOK, edit('"Fuzz" (', '"Fizz"'), LOOK)
    suite = "suite/test_more.py: SyntaxError: '(' was never closed (test_more.py, line 8)"
    wait = f"The tests of the kata can't be read, and this waits until they can. {suite}"
    assert shown[1:4] == [wait, "", ""]
    assert "RED · 1 failed" in shown[4]


def test_a_suite_that_is_broken_at_first_ends_it(bare, play):
    bare.edit("suite/test_more.py", '"Fizz"', '"Fizz" (')
    with pytest.raises(CollectionError):
        play(LOOK)


def test_a_test_of_the_kata_that_is_deleted_is_named(bare, play):
    *_, deleted, run = play(
        NUMBERS,
        "n",
        lambda: bare.edit("suite/test_numbers.py", '    drives(2, "two is said", 2, "2"),\n', ""),
        LOOK,
    )
    assert deleted == ""
    assert run.startswith("No longer in suite, which was edited: “two is said”. ")


def test_a_suite_is_collected_again_once_a_file_that_it_has_read_changes(bare, play):
    """Here what is said, in a file next to the folder of the suite."""
    said = bare.path("said.txt")
    said.write_text("1")
    read = "SAID = Path(__file__).parents[1].joinpath('said.txt').read_text()"
    bare.edit(
        "suite/test_numbers.py", "import pytest\n", f"from pathlib import Path\n\nimport pytest\n\n{read}\n"
    )
    bare.edit("suite/test_numbers.py", '"one is said", 1, "1"', '"one is said", 1, SAID')
    *_, green, changed, run = play(FIZZ, "n", lambda: said.write_text("one"), LOOK)
    assert green.endswith("tables-3 · light 3 · green")
    assert changed == ""
    assert "“one is said” is red: AssertionError: assert '1' == 'one'" in run


RUNS = {
    "somebody saves": ("fizz.py", lambda _: NUMBERS, [WRONG, NUMBERS], "GREEN · 1 green"),
    "the code writes a log": ("log.txt", str, [WRONG, WRONG], "RED · 1 failed"),
}


@pytest.mark.parametrize(("file", "text", "expected", "bar"), RUNS.values(), ids=RUNS)
def test_a_run_in_which_a_file_changes_is_made_again(attempt, play, monkeypatch, file, text, expected, bar):
    seen = []

    def run(exercise):
        seen.append(attempt.module.read_text())
        this = run_tests(exercise)
        (attempt.folder / file).write_text(text(len(seen)))
        return this

    monkeypatch.setattr(events_module, "LOOK_S", 600)  # it is not broken off
    monkeypatch.setattr(watch_module, "run_tests", run)
    first, again = play(LOOK)
    assert bar in first
    assert (seen, again, len(all_lights(attempt))) == (expected, "", 1)


def test_b_brings_back_the_last_green_and_what_cannot_be_done_is_said(attempt, play):
    never, _, hint, where, _, shown = play("b", ONE, "h", "w", BROKEN, "b")[1:]
    assert never.startswith("tables-3 was never green. Back to its first light: make back TO=1")
    assert hint.startswith("All is green: there is no hint to give. Go on with make next")
    assert where.startswith("tables-3's code behaves like our step 1, ")
    assert "GREEN · 1 green" in shown
    assert "tables-3 is back at light 2, which was green." in shown
    assert "What you had just now is light 4: make back TO=4 NAME=tables-3" in shown
    assert "tidy up" not in shown
    assert attempt.module.read_text() == ONE
    assert verbs_of(attempt) == ["watch", "watch", "watch", "back", "watch"]


def test_it_waits_for_another_run_and_asks_the_room_at_each_look(play, monkeypatch):
    asked, waits = [], "another run is under way: this one waits for it"

    @contextmanager
    def late(_attempt, say):
        say(waits)
        yield

    def update(_link):
        asked.append("?")
        return RoomStatus(True, "connected to the room")

    monkeypatch.setattr(watch_module, "turn", late)
    monkeypatch.setattr(RoomLink, "update", update)
    first, again = play(LOOK)
    assert first.startswith(f"{waits} “one is said” is red")
    assert first.endswith("· not green yet · connected to the room")
    assert (again, asked) == ("", ["?", "?"])
