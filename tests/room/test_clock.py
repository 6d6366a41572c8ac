"""The clock of a room: rounds, breaks, who types, and when seats change."""

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from dojo.room.clock import Clock, Plan, SeatChange, change_of, view
from dojo.room.models import Report

SET = Clock(Plan(round=20, rotate=4, rest=5))
RUNNING = SET.turn("start", 1000)
STOPPED = RUNNING.turn("stop", 1090)
BREAK = RUNNING.turn("start", 2230)
BY_ITSELF = Clock(Plan(round=20, rest=5, by_itself=True)).turn("start", 0)
NO_BREAKS = replace(RUNNING, plan=Plan(9))
FAST = replace(BY_ITSELF, plan=Plan(1e-9, rest=1e-9, by_itself=True))
MOB = Clock(Plan(round=20, rotate=4, names=("Ada", "Bea", "Carl"))).turn("start", 0)
EXTENDED = RUNNING.turn("extend", 1090).turn("next", 1100)
ALONE = Clock(Plan(round=20, names=("Ada",)))
TIRED = RUNNING.turn("stop", 1245)
# its seats change for the last time ten seconds before its end
SHORT_TURN = Clock(Plan(round=4 + 10 / 60, rotate=4)).turn("start", 1000)


def phase(kind, number, left, *, runs=True):
    return {"phase": kind, "number": number, "left": left, "running": runs}


def turn(rotation, left):
    return {"rotation": rotation, "rotation_left": left}


@pytest.mark.parametrize(
    ("clock", "now", "shown"),
    [
        pytest.param(SET, 9999, phase("round", 1, 1200, runs=False), id="it stands until it is started"),
        pytest.param(STOPPED, 5000, phase("round", 1, 1110, runs=False), id="it stands where it was stopped"),
        pytest.param(STOPPED.turn("start", 6000), 6010, phase("round", 1, 1100), id="and goes on from there"),
        pytest.param(RUNNING, 2230, phase("round", 1, 0) | {"over": 30}, id="for how long it is over"),
        pytest.param(BREAK, 2240, phase("break", 1, 290), id="after a round comes a break"),
        pytest.param(BREAK.turn("next", 9), 9, phase("round", 2, 1200), id="and after that a round"),
        pytest.param(NO_BREAKS.turn("next", 0), 0, phase("round", 2, 540), id="without breaks"),
        pytest.param(BY_ITSELF, 1210, phase("break", 1, 290), id="a break by itself"),
        pytest.param(BY_ITSELF, 30_010, phase("round", 21, 1190), id="many rounds by themselves"),
        pytest.param(BY_ITSELF, 1e12, {"running": True}, id="a computer with another year"),
        pytest.param(FAST, 7, phase("break", 1, 5), id="six seconds at least"),
        pytest.param(RUNNING, 1240, turn(1, 240), id="seats change every four minutes"),
        pytest.param(RUNNING, 2199, turn(4, 1), id="the last second of a round"),
        pytest.param(RUNNING, 2300, turn(4, -100), id="seats do not change at the end"),
        pytest.param(BREAK, 2240, turn(0, 0), id="nor in a break"),
        pytest.param(ALONE.turn("start", 0), 100, turn(0, 0), id="nor where nobody asked for it"),
        pytest.param(MOB, 10, {"driver": "Ada", "navigator": "Bea"}, id="a mob takes turns by its list"),
        pytest.param(MOB, 490, {"driver": "Carl", "navigator": "Ada"}, id="and begins again"),
        pytest.param(ALONE, 0, {"driver": "Ada", "navigator": ""}, id="one name alone has no navigator"),
        pytest.param(RUNNING.turn("start", 1500), 1090, {"left": 1110}, id="started twice it runs once"),
        pytest.param(RUNNING.turn("extend", 1090), 1090, {"left": 1410}, id="five minutes more"),
        pytest.param(RUNNING.turn("extend", 2230), 2230, {"left": 300}, id="from now if it was over"),
        pytest.param(EXTENDED, 1100, {"left": 300}, id="and they end with the phase"),
    ],
)
def test_a_page_is_told(clock, now, shown):
    found = to_builtins(view(clock, now))
    assert {name: found[name] for name in shown} == shown


def test_a_clock_keeps_for_the_retrospective_when_the_rounds_were():
    ended = (("round", 1, 1000, 2230), ("break", 1, 2230, 2500))
    assert BREAK.turn("next", 2500).phases == (*ended, ("round", 2, 2500, None))


def test_a_round_that_was_stopped_and_goes_on_is_one_round():
    assert STOPPED.turn("start", 6000).phases == STOPPED.phases == (("round", 1, 1000, None),)


def test_without_a_round_a_page_shows_no_clock():
    assert view(Clock(), 0) is None


@pytest.mark.parametrize("command", ["start", "stop", "next", "extend"])
def test_without_a_round_the_leader_turns_nothing(command):
    assert Clock().turn(command, 5) == Clock()


AT_GREEN = Clock(Plan(round=20, rotate=4, at_green=True)).turn("start", 1000)


def light(when, colour, verb="next"):
    return Report("0" * 12, 1, when, verb, colour, 1, 2)


RED, GREEN = light(1100, "red"), light(1100, "green")


@pytest.mark.parametrize(
    ("clock", "lights", "after", "due", "wait"),
    [
        pytest.param(RUNNING, [], 239, False, 0, id="not before"),
        pytest.param(RUNNING, [RED], 245, True, 0, id="for a while it is told to change"),
        pytest.param(RUNNING, [], 261, False, 0, id="and then no more"),
        pytest.param(TIRED, [], 245, False, 0, id="not while the clock stands"),
        pytest.param(SHORT_TURN, [], 245, True, 0, id="just before the end"),
        pytest.param(SHORT_TURN, [], 251, False, 0, id="not once the round is over"),
        pytest.param(AT_GREEN, [], 245, True, 0, id="who has no light changes at once"),
        pytest.param(AT_GREEN, [GREEN, light(1200, "", "back")], 245, True, 0, id="or was at the last run"),
        pytest.param(AT_GREEN, [RED], 245, False, 55, id="who is red waits for green"),
        pytest.param(AT_GREEN, [RED, light(1250, "green")], 255, True, 0, id="and changes at it"),
        pytest.param(AT_GREEN, [RED, light(1245, "red")], 299, False, 1, id="for a minute at most"),
        pytest.param(AT_GREEN, [RED], 305, True, 0, id="and then changes all the same"),
    ],
)
def test_a_pair_changes_seats_at_green_where_the_room_wants_it(clock, lights, after, due, wait):
    assert change_of(clock, lights, 1000 + after) == SeatChange(due, wait)
