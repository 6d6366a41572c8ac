"""The clock of a room: rounds, breaks, who types, and when seats change."""

import pytest

from dojo.protocol.report import Report
from dojo.room.clock import Clock, Plan, change_of, restored, saved, view, waits

PLAN = Plan(round=20, rotate=4, rest=5)
SET = Clock(PLAN)
RUNNING = SET.start(1000)


def light(number, when, colour):
    return Report("0" * 12, number, when, "next", colour, 1, 2)


def told(clock, now, *names):
    found = view(clock, now)
    return tuple(found[name] for name in names)


def test_without_a_round_there_is_nothing_to_tell():
    assert view(Clock(), 0) is None
    assert Clock().start(5) == Clock()


def test_it_stands_until_somebody_starts_it():
    assert told(SET, 9999, "phase", "number", "left", "running") == ("round", 1, 1200, False)


def test_it_runs_from_its_start():
    assert told(RUNNING, 1090, "left", "running") == (1110, True)


def test_it_stands_where_it_was_stopped_and_goes_on_from_there():
    stopped = RUNNING.stop(1090)
    assert told(stopped, 5000, "left", "running") == (1110, False)
    assert told(stopped.start(6000), 6010, "left") == (1100,)


def test_started_twice_it_runs_once():
    assert RUNNING.start(1500) == RUNNING


def test_a_round_that_is_over_says_for_how_long():
    assert told(RUNNING, 2230, "phase", "left", "over") == ("round", 0, 30)


def test_after_a_round_comes_a_break_and_after_that_the_next_round():
    rest = RUNNING.start(2230)
    assert told(rest, 2240, "phase", "number", "left") == ("break", 1, 290)
    assert told(rest.next(2300), 2300, "phase", "number", "left", "running") == ("round", 2, 1200, False)


def test_without_breaks_a_round_follows_a_round():
    assert told(Clock(Plan(round=20)).start(0).next(10), 10, "phase", "number") == ("round", 2)


def test_the_next_phase_begins_by_itself_if_the_room_wants_that():
    clock = Clock(Plan(round=20, rest=5, by_itself=True)).start(0)
    assert told(clock, 1210, "phase", "left") == ("break", 290)
    assert told(clock, 1510, "phase", "number", "left") == ("round", 2, 1190)
    assert told(clock, 30_010, "phase", "number", "left") == ("round", 21, 1190)


@pytest.mark.parametrize(
    ("after", "turn", "left"),
    [(0, 0, 240), (239, 0, 1), (240, 1, 240), (500, 2, 220), (1199, 4, 1), (1300, 4, -100)],
)
def test_seats_change_every_four_minutes_and_not_at_the_end(after, turn, left):
    assert told(RUNNING, 1000 + after, "rotation", "rotation_left") == (turn, left)


def test_a_mob_takes_turns_by_its_list():
    clock = Clock(Plan(round=20, rotate=4, names=("Ada", "Bea", "Carl"))).start(0)
    assert told(clock, 10, "driver", "navigator") == ("Ada", "Bea")
    assert told(clock, 490, "driver", "navigator") == ("Carl", "Ada")


def test_one_name_alone_has_nobody_to_navigate():
    assert told(Clock(Plan(round=20, names=("Ada",))), 0, "driver", "navigator") == ("Ada", "")


def test_a_pair_is_told_to_change_for_a_while():
    assert change_of(RUNNING, [], 1000 + 239) == {"due": False, "wait": 0}
    assert change_of(RUNNING, [], 1000 + 245) == {"due": True, "wait": 0}
    assert change_of(RUNNING, [], 1000 + 261) == {"due": False, "wait": 0}


AT_GREEN = Clock(Plan(round=20, rotate=4, at_green=True)).start(1000)
RED, GREEN = light(1, 1100, "red"), light(2, 1250, "green")


@pytest.mark.parametrize(
    ("lights", "after", "due", "wait"),
    [
        pytest.param([], 245, True, 0, id="who has no light changes at once"),
        pytest.param([light(1, 1100, "green")], 245, True, 0, id="so does who is green"),
        pytest.param([RED], 245, False, 55, id="who is red waits for green"),
        pytest.param([RED, GREEN], 255, True, 0, id="and changes at it"),
        pytest.param([RED, light(2, 1245, "red")], 299, False, 1, id="for a minute at most"),
        pytest.param([RED], 305, True, 0, id="and then changes all the same"),
        pytest.param([RED], 325, False, 0, id="for a while"),
    ],
)
def test_seats_change_at_green_where_the_room_wants_it(lights, after, due, wait):
    assert change_of(AT_GREEN, lights, 1000 + after) == {"due": due, "wait": wait}


def test_nobody_waits_where_the_room_does_not_want_it():
    assert waits(RUNNING, [RED], 1245) == 0


def test_the_rounds_are_told_with_their_times():
    clock = RUNNING.start(2230).next(2500).start(2600)
    assert told(clock, 2700, "rounds") == (
        [{"number": 1, "start": 1000, "end": 2230}, {"number": 2, "start": 2600, "end": None}],
    )


def test_another_plan_lets_the_round_go_on():
    assert told(RUNNING.set(Plan(round=30), 1090), 1090, "left") == (1710,)


def test_a_break_that_is_planned_away_is_over():
    rest = RUNNING.start(2230)
    assert told(rest.set(Plan(round=20), 2240), 2240, "phase", "number", "running") == ("round", 2, True)
    assert told(rest.stop(2235).set(Plan(round=20), 2240), 2240, "phase", "running") == ("round", False)


def test_it_comes_back_from_the_disk_as_it_was():
    clock = Clock(Plan(20, 4, 5, ("Ada", "Bea"), True, True)).start(1000).stop(1010)
    assert restored(saved(clock)) == clock
