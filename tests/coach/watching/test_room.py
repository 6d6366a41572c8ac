"""What `make watch` says of the room: its clock in words, and whether it hears the attempt."""

import time

import pytest

from dojo.attempt.membership import Heard, Membership, join, note
from dojo.coach.watching.room import clock_in_words, told
from dojo.coach.watching.screen import Screen

CLOCK = {
    "phase": "round",
    "number": 2,
    "left": 734.2,
    "running": True,
    "rotation_left": 110.0,
    "change": {"due": False, "wait": 0},
}
ROOM = Membership("127.0.0.1:8765", "plum-fox", "0" * 32)


LATE = {"due": False, "wait": 40.0}
CHANGES = {
    "as it is": ({}, "round 2: 12:14 left · change seats in 1:50"),
    "a break": ({"phase": "break", "rotation_left": 0}, "break: 12:14 left"),
    "no change": ({"rotation_left": 734.2}, "round 2: 12:14 left"),
    "now": ({"change": {"due": True, "wait": 0}}, "round 2: 12:14 left · change seats now"),
    "at green": ({"change": LATE}, "round 2: 12:14 left · change seats at green, 0:40 at most"),
    "it stands": ({"running": False}, "round 2: 12:14 left, not running"),
    "it is over": ({"left": 0.0}, "round 2 is over"),
    "no number": ({"left": "soon"}, ""),
    "no end": ({"left": float("inf")}, ""),
}


@pytest.mark.parametrize(("change", "words"), CHANGES.values(), ids=CHANGES)
def test_the_clock_in_words(change, words):
    assert clock_in_words(Heard(True, clock=CLOCK | change, at=1000), 1000) == words
    assert len(f"{words} · the room hears it") < 80


LATER = {
    "it goes on between two answers": ({}, 10, "round 2: 12:04 left · change seats in 1:40"),
    "and never back": ({}, -5, "round 2: 12:14 left · change seats in 1:50"),
    "to its end": ({}, 800, "round 2 is over"),
    "where it stands it stands": ({"running": False}, 100, "round 2: 12:14 left, not running"),
}


@pytest.mark.parametrize(("change", "after", "words"), LATER.values(), ids=LATER)
def test_the_clock_some_seconds_later(change, after, words):
    assert clock_in_words(Heard(True, clock=CLOCK | change, at=1000), 1000 + after) == words


def test_without_a_room_nothing_is_said(attempt):
    assert told(attempt, 0) == ""
    assert Screen(attempt).of_room == ""


def test_without_a_clock_it_says_whether_the_room_hears_it(attempt):
    join(attempt, ROOM)
    assert told(attempt, 0) == "the room has not been reached yet"
    note(attempt, Heard(True, at=time.time()))
    assert told(attempt, 0) == "the room hears it"
    note(attempt, Heard(True, clock=CLOCK, at=time.time()))
    assert told(attempt, 0) == "round 2: 12:14 left · change seats in 1:50 · the room hears it"


def test_on_a_terminal_it_has_a_line_of_its_own(attempt, monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    alone = Screen(attempt)
    join(attempt, ROOM)
    note(attempt, Heard(True, at=time.time()))
    screen = Screen(attempt)
    assert screen.room == alone.room - 1
    screen.show("green", {"green": 1}, [])
    assert "the room hears it" in capsys.readouterr().out
    alone.tick(0)
    assert "the room hears it" in capsys.readouterr().out
