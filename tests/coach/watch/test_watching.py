"""`make watch` without a terminal: what it runs and when, what it shows and records."""

import os
import shutil
import signal
from collections import namedtuple
from contextlib import contextmanager
from dataclasses import replace
from functools import partial, partialmethod

import pytest

from coach.conftest import NUMBERS, ONE
from dojo.attempt.light import all_lights, record, snapshot_of
from dojo.attempt.snapshot import MAX_BYTES, take_snapshot
from dojo.coach.watch import watch as watch_module
from dojo.coach.watch.screen import KEYS
from dojo.coach.watch.watch import BREAK_OFF, Saved, Watch, read_stamps
from dojo.room.sync import RoomStatus

LOOK = ""

WRONG = 'def say(number):\n    return "0"\n'
BROKEN = "def say(number):\n    return x\n"


Bar = namedtuple("Bar", "colour counts lines not_run", defaults=[0])
Recorded = namedtuple("Recorded", "light green status")
Note = namedtuple("Note", "lines")


class Screen:
    """In place of a terminal: it keeps what each action brings."""

    room_status = None

    def __init__(self):
        self.brought = [[]]

    def keep(self, kind, *what):
        self.brought[-1].append(kind(*what))

    show = partialmethod(keep, Bar)
    record = partialmethod(keep, Recorded)
    note = partialmethod(keep, Note)

    def running(self, seconds):
        pass

    def draw(self):
        pass


class Played(Watch):
    """A watch of one look and some actions: each is a key, a look, or a function and a look after it."""

    actions = ()

    def next_key(self):
        if not self.actions:
            raise SystemExit(0)
        action, *self.actions = self.actions
        self.screen.brought.append([])
        if callable(action):
            action()
            action = LOOK
        return action


@pytest.fixture
def worker(attempt):
    """What runs the tests, for an attempt that is red."""
    attempt.module.write_text(WRONG)
    return Played(replace(attempt, keys=KEYS), Screen())


@pytest.fixture
def play(worker):
    """Does some actions, after a first look; returns what each brings."""

    def actions(*todo):
        worker.actions = [LOOK, *todo]
        with pytest.raises(SystemExit) as end:
            worker.serve()
        worker.status = end.value.code
        return worker.screen.brought[1:]

    return actions


@pytest.fixture
def save(attempt):
    """Makes the action of saving a text."""
    return lambda text: lambda: attempt.module.write_text(text)


def bar_of(messages):
    """The bar among some messages."""
    return next(message for message in messages if isinstance(message, Bar))


def text_of(messages):
    """All lines of some messages."""
    return "\n".join(line for one in messages if isinstance(one, Bar | Note) for line in one.lines)


def test_each_save_brings_its_bar_its_failure_and_its_light(attempt, play, save):
    red, green, amber, same = play(save(NUMBERS), save(BROKEN), save(BROKEN))
    assert [type(message) for message in red] == [Bar, Recorded]
    assert (bar_of(red).colour, bar_of(red).counts["red"]) == ("red", 1)
    assert "“one is said” is red: AssertionError: assert '0' == '1'" in text_of(red)
    assert '>       assert fizz.say(1) == "1"' in text_of(red)
    assert (bar_of(green).colour, green[1].green) == ("green", green[1].light)
    assert "NameError: name 'x' is not defined" in text_of(amber)
    assert same == []
    lights = all_lights(attempt)
    colours = [("watch", "red"), ("watch", "green"), ("watch", "amber")]
    assert [(light.verb, light.colour) for light in lights] == colours
    kept = [snapshot_of(attempt, light).files[b"fizz.py"].content.decode() for light in lights]
    assert kept == [WRONG, NUMBERS, BROKEN]


def test_a_test_that_make_next_reveals_is_on_the_bar_without_a_save(attempt, play, save):
    attempt.module.write_text(ONE)
    red = {"verb": "next", "colour": "red", "counts": {"green": 2, "red": 1}, "revealed": 2}
    _, revealed, after = play(lambda: record(attempt, **red), save(NUMBERS))
    assert (bar_of(revealed).counts["red"], revealed[1].light.number) == (1, 2)
    assert "“two is said” is red" in text_of(revealed)
    assert bar_of(after).counts["green"] == 3
    assert [light.verb for light in all_lights(attempt)] == ["watch", "next", "watch"]
    assert all_lights(attempt)[-1].test == "suite/test_numbers.py::test_numbers[two is said]"


def test_when_a_save_made_it_green_it_asks_what_make_next_asks_and_after_the_last_test_it_says_so(
    small, attempt, play, save
):
    last = small.path("step_03/fizz.py").read_text()
    all_known = {"verb": "next", "colour": "green", "counts": {"green": 5}, "revealed": 4}
    _, turned, again, end = play(save(ONE), save(last), lambda: record(attempt, **all_known))
    question = "Is there anything to tidy up? The bar stays green meanwhile."
    assert bar_of(turned).lines == ["Changed since the start: 1 line of code.", question, "The next test: n"]
    assert bar_of(again).lines == ["The next test: n"]
    assert bar_of(end).lines[0] == "That was the last test of fizz: all 4 are green."


def test_another_text_of_the_same_size_and_second_is_run(attempt, play):
    def save(text):
        attempt.module.write_text(text)
        os.utime(attempt.module, (1_700_000_000, 1_700_000_000))

    _, _, green, red = play(*(partial(save, text) for text in (WRONG, ONE, WRONG)))
    assert (bar_of(green).colour, bar_of(red).colour) == ("green", "red")
    assert len(all_lights(attempt)) == 3


def test_what_cannot_be_recorded_is_said_after_the_bar(attempt, play):
    def no_room():
        lights = attempt.folder.with_name(".lights")
        lights.rename(attempt.folder.with_name("elsewhere"))
        lights.touch()
        attempt.module.write_text(NUMBERS)

    _, shown, again = play(no_room, LOOK)
    assert bar_of(shown).colour == "green"
    assert "this run of tables-3 is not recorded: " in text_of(shown)
    assert again == []


def test_what_is_left_out_is_said(attempt, play):
    (attempt.folder / "film.bin").write_bytes(b"x" * (MAX_BYTES + 1))
    (shown,) = play()
    assert bar_of(shown).lines[-1] == "Not in this light: film.bin (larger than a megabyte)"


def test_lights_that_are_deleted_are_recorded_again(attempt, play):
    lights = attempt.folder.with_name(".lights")
    _, again = play(lambda: shutil.rmtree(lights))
    assert again[1].light.number == 1


def test_a_suite_that_has_changed_is_collected_again_and_one_that_does_not_run_is_told_once(small, play):
    def edit(old, new):
        return lambda: small.edit("suite/test_more.py", old, new)

    breaks, mends = edit('"Fizz"', '"Fizz" ('), edit('"Fizz" (', '"Fizz"')
    first, broken, told, mended, run = play(breaks, LOOK, mends, LOOK)
    assert bar_of(first).colour == "red"
    assert "The suite does not run: " in text_of(broken)
    assert (told, mended) == ([], [])
    assert bar_of(run).colour == "red"


def test_a_folder_that_is_gone_ends_it(attempt, worker, play):
    _, gone = play(lambda: shutil.rmtree(attempt.folder))
    assert gone == [Note(["the folder of tables-3 is gone, and with it make watch"])]
    assert worker.status == 1


@pytest.mark.parametrize("noticed", [False, True], ids=["in the end", "at once"])
def test_a_run_during_which_a_file_was_saved_is_made_again(worker, attempt, noticed):
    ran = []

    def run():
        ran.append(attempt.module.read_text())
        if len(ran) == 1:
            attempt.module.write_text(NUMBERS)
            signal.raise_signal(signal.SIGALRM) if noticed else None
        return ran[-1]

    found, judged = worker.run_unchanged(run)
    assert (ran, found) == ([WRONG, NUMBERS], NUMBERS)
    assert judged == take_snapshot(attempt.folder)


@pytest.mark.parametrize("noticed", [False, True], ids=["in the end", "at once"])
def test_code_that_writes_a_file_of_its_own_in_every_run_is_judged(worker, attempt, noticed):
    ran = []

    def run():
        ran.append(len(ran))
        (attempt.folder / "log.txt").write_text(str(ran))
        signal.raise_signal(signal.SIGALRM) if noticed else None

    assert worker.run_unchanged(run)[1] == take_snapshot(attempt.folder)
    assert len(ran) == (BREAK_OFF + 1 if noticed else 2)


def test_a_save_breaks_off_a_run_once_and_never_what_a_key_asked_for(worker, attempt):
    def run():
        attempt.module.write_text(NUMBERS)
        try:
            signal.raise_signal(signal.SIGALRM)
        finally:
            signal.raise_signal(signal.SIGALRM)  # while it cleans up

    with worker.running():
        run()
    attempt.module.write_text(WRONG)
    with pytest.raises(Saved), worker.running(read_stamps(attempt.folder)):
        run()


def test_n_and_h_bring_what_make_next_and_make_hint_do(attempt, play, save):
    _, green, red, hint = play(save(ONE), "n", "h")
    assert text_of(green).endswith("The next test: n")
    lines = bar_of(red).lines
    assert lines[:2] == ["1 more test passes already: “one is said”", "The next test, 2 of 4: “two is said”"]
    assert lines[-1] == "Make it green, then n. A hint: h"
    assert (bar_of(red).colour, bar_of(red).counts["green"]) == ("red", 2)
    assert text_of(hint).startswith("“two is said”, hint 1 of 2\n")
    lights = [(light.verb, light.revealed) for light in all_lights(attempt)]
    assert lights == [("watch", 0), ("watch", 0), ("next", 2), ("hint", None)]


ANSWERS = {
    "h": "All is green: there is no hint to give. Go on with n",
    "w": "tables-3 behaves like step 1, ",
    "x": "x is none of the keys: n next · h hint · w where · b back · q quit",
}


def test_keys_are_answered_and_the_watch_goes_on(attempt, play, save):
    attempt.module.write_text(BROKEN)
    _, never, _, *answers = play("b", save(ONE), *ANSWERS)
    assert text_of(never).startswith("tables-3 was never green: TO= takes it to one of its lights, ")
    told = [text_of(shown)[: len(answer)] for shown, answer in zip(answers, ANSWERS.values(), strict=True)]
    assert told == list(ANSWERS.values())
    assert [light.verb for light in all_lights(attempt)] == ["watch", "watch"]


def test_b_brings_back_the_last_green_and_runs_it(attempt, play, save):
    _, _, _, shown = play(save(ONE), save(BROKEN), "b")
    assert "tables-3 is back at light 2, which was green.\n" in text_of(shown)
    assert "What you had just now is light 4: make back TO=4 NAME=tables-3" in text_of(shown)
    assert "tidy up" not in text_of(shown)
    assert bar_of(shown).colour == "green"
    assert attempt.module.read_text() == ONE
    assert [light.verb for light in all_lights(attempt)] == ["watch", "watch", "watch", "back", "watch"]


def test_while_another_run_is_under_way_it_waits_and_says_so(play, monkeypatch):
    @contextmanager
    def late(attempt, say):
        say(f"another run of {attempt.name} is under way: this one waits for it")
        yield

    monkeypatch.setattr(watch_module, "turn", late)
    (shown,) = play()
    assert shown[0] == Note(["another run of tables-3 is under way: this one waits for it"])
    assert bar_of(shown).colour == "red"


def test_in_a_room_its_clock_is_reported_at_each_look(play, worker):
    def room(status):
        return lambda: setattr(worker.link, "update", lambda: status)

    first, *_ = play(room(RoomStatus(True)))
    assert first[1].status is None
    assert worker.screen.room_status == RoomStatus(True)
