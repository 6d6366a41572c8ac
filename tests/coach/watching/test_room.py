"""What `make watch` says of the room: its clock in words, and whether it hears the attempt."""

import pytest

from dojo.coach.watching.room import clock_in_words, told
from dojo.coach.watching.screen import Screen
from dojo.room.sync import RoomStatus

CLOCK = {
    "phase": "round",
    "number": 2,
    "left": 734.2,
    "running": True,
    "rotation_left": 110.0,
    "change": {"due": False, "wait": 0},
}


LATE = {"due": False, "wait": 40.0}
CHANGES = {
    "as it is": ({}, "round 2: 12:14 left · change seats in 1:50"),
    "a break": ({"phase": "break", "rotation_left": 0}, "break: 12:14 left"),
    "no change": ({"rotation_left": 734.2}, "round 2: 12:14 left"),
    "now": ({"change": {"due": True, "wait": 0}}, "round 2: 12:14 left · change seats now"),
    "at green": ({"change": LATE}, "round 2: 12:14 left · change seats at green or in 0:40"),
    "it stands": ({"running": False}, "round 2: 12:14 left, not running"),
    "it is over": ({"left": 0.0}, "round 2 is over"),
    "no number": ({"left": "soon"}, ""),
    "no end": ({"left": float("inf")}, ""),
}


@pytest.mark.parametrize(("change", "words"), CHANGES.values(), ids=CHANGES)
def test_the_clock_in_words(change, words):
    assert clock_in_words(RoomStatus(True, clock=CLOCK | change, at=1000), 1000) == words
    assert len(f"{words} · connected to the room") < 80


LATER = {
    "it goes on between two answers": ({}, 10, "round 2: 12:04 left · change seats in 1:40"),
    "and never back": ({}, -5, "round 2: 12:14 left · change seats in 1:50"),
    "to its end": ({}, 800, "round 2 is over"),
    "where it stands it stands": ({"running": False}, 100, "round 2: 12:14 left, not running"),
}


@pytest.mark.parametrize(("change", "after", "words"), LATER.values(), ids=LATER)
def test_the_clock_some_seconds_later(change, after, words):
    assert clock_in_words(RoomStatus(True, clock=CLOCK | change, at=1000), 1000 + after) == words


def test_without_a_room_nothing_is_said(attempt):
    assert told(None, 0) == ""
    assert Screen(attempt).of_room == ""


def test_without_a_clock_it_says_whether_the_room_has_the_lights():
    assert told(RoomStatus(True), 0) == "connected to the room"
    assert told(RoomStatus(False, 3), 0) == "the room does not answer, 3 lights to send"
    assert (
        told(RoomStatus(True, clock=CLOCK), 0)
        == "round 2: 12:14 left · change seats in 1:50 · connected to the room"
    )


def test_on_a_terminal_it_has_a_line_of_its_own(attempt, monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    alone, screen = Screen(attempt), Screen(attempt)
    screen.link.status = RoomStatus(True)
    screen.tick(0)
    assert screen.room == alone.room - 1
    screen.show("green", {"green": 1}, [])
    assert "connected to the room" in capsys.readouterr().out
