"""Each light gets to the room once and in order, whatever the network does; and no run waits for that."""

import shutil
import socket
from dataclasses import replace

import pytest

from dojo.attempt import membership
from dojo.attempt.membership import Heard, heard, in_words, join, note
from dojo.attempt.sending import is_under_way, taken_lock
from dojo.attempt.store import store
from dojo.room.clock import Clock, Plan
from dojo.room.sending import client, delivery, sender
from dojo.room.sending.client import NotTaken
from dojo.room.sending.sender import Sender
from dojo.room.server import MOST
from room.conftest import ROOM, run


class Looking(Sender):
    """A sender whose clock a test moves."""

    def __init__(self, attempt):
        self.now = 0.0
        super().__init__(attempt, lambda: self.now)

    def later(self, seconds):
        """Look as often as a sender does in so many seconds; is it still there?"""
        end = self.now + seconds
        while self.now < end:
            self.now += sender.TICK
            if not self.step():
                return False
        return True


@pytest.fixture
def sends(joined):
    """The sender of an attempt that has joined."""
    return Looking(joined)


def test_lights_get_to_the_room_also_those_of_before_it_joined_and_no_code(attempt, network):
    run(attempt, code="secret = 1\n")
    join(attempt, ROOM)
    run(attempt, "green")
    sends = Looking(attempt)
    assert sends.step()
    assert network.numbers == {"tables-3": [1, 2]}
    assert in_words(attempt) == "the room hears it"
    run(attempt)
    sends.later(sender.TICK)  # at its next look
    assert network.numbers == {"tables-3": [1, 2, 3]}
    assert b"secret" not in b"".join(network.questions)


def test_a_minute_without_a_network_loses_nothing_and_doubles_nothing(sends, joined, network):
    run(joined)
    sends.later(1)
    network.is_on = False
    network.questions.clear()
    for colour in ("red", "green", "red"):
        run(joined, colour)
        assert sends.later(20)
    assert len(network.questions) == 9  # less and less often
    assert network.numbers == {"tables-3": [1]}
    assert in_words(joined) == "the room does not answer, 3 lights to send"
    network.is_on = True
    assert sends.later(sender.LONGEST + 1)
    assert network.numbers == {"tables-3": [1, 2, 3, 4]}
    assert in_words(joined) == "the room hears it"


@pytest.mark.parametrize("is_killed", [False, True], ids=["it goes on", "another one goes on"])
@pytest.mark.parametrize("hears", range(6))
def test_a_room_that_dies_before_it_can_answer_gets_each_light_once(
    sends, joined, network, monkeypatch, hears, is_killed
):
    monkeypatch.setattr(delivery, "AT_ONCE", 2)
    for _ in range(7):
        run(joined)
    network.hears = hears
    sends.step()
    network.restart()
    (Looking(joined) if is_killed else sends).later(5)
    assert network.numbers == {"tables-3": [1, 2, 3, 4, 5, 6, 7]}


def test_of_lights_that_were_lost_none_counts_as_sent_and_new_ones_follow(sends, joined, network):
    run(joined)
    run(joined)
    sends.step()
    shutil.rmtree(store(joined).repository)
    network.is_on = False
    run(joined, "green")
    sends.later(5)
    assert in_words(joined) == "the room does not answer, 1 light to send"
    network.is_on = True
    sends.later(5)
    assert network.numbers == {"tables-3": [1, 2, 1]}


def test_much_code_in_any_letters_fits_into_what_a_room_takes(joined, network):
    join(joined, replace(ROOM, shares=True))
    for n in range(12):
        run(joined, code=f"# {n} {'ж' * 40_000}\n")
    for name in ("a.py", "b.py", "c.py"):
        (joined.folder / name).write_text("ж" * 49_000)
    (joined.folder / "d.py").write_text("\x01" * 90_000)
    run(joined)
    Sender(joined).step()
    assert network.numbers == {"tables-3": [*range(1, 14)]}
    assert max(map(len, network.questions)) < MOST
    assert network.record.lights[-1].files["d.py"] == "(90,000 bytes, not sent)\n"


def test_who_has_joined_another_room_meanwhile_is_not_refused_by_it(sends, joined, monkeypatch):
    other = replace(ROOM, word="tidy-owl")

    def refuses(*_):
        join(joined, other)
        raise NotTaken("that is not the join word of this room")

    monkeypatch.setattr(client, "asked", refuses)
    assert sends.step()
    assert heard(joined) is None


def test_times_are_those_of_the_room(joined, network):
    light = run(joined)
    slow = Sender(joined)
    slow.delivery = delivery.Delivery(joined, ROOM, clock=lambda: light.when - 3600)
    slow.step()
    assert 3500 < network.record.lights[0].when - light.when < 3700


def test_a_room_that_refuses_is_left_alone_until_one_joins_again(sends, joined, network, begun):
    network.room.word = "other-word"
    run(joined)
    assert not sends.step()
    assert heard(joined).refused == "that is not the join word of this room"
    assert in_words(joined) == "the room refuses it"
    begun.clear()
    run(joined)
    assert begun == []
    join(joined, ROOM)
    run(joined)
    assert begun == [joined]


def test_before_the_first_light_the_clock_of_the_room_is_noted(sends, joined, network):
    network.room.clock = Clock(Plan(round=20))
    assert sends.step()
    assert heard(joined).clock["left"] == 1200
    assert network.numbers == {"tables-3": []}


ENDS = [
    pytest.param(lambda attempt: join(attempt, replace(ROOM, left=True)), 58, id="the attempt has left"),
    pytest.param(lambda attempt: shutil.rmtree(attempt.folder), 58, id="its folder is gone"),
    pytest.param(lambda _attempt: None, 60, id="there was no light for half an hour"),
]


@pytest.mark.parametrize(("happens", "minutes"), ENDS)
@pytest.mark.usefixtures("network")
def test_it_ends_when(sends, joined, happens, minutes):
    for sends.now in (0, 29 * 60):
        run(joined)
        assert sends.step()
    sends.now = 58 * 60
    assert sends.step()
    happens(joined)
    sends.now = minutes * 60
    assert not sends.step()


def test_it_gives_up_on_a_room_that_has_not_answered_for_twelve_hours(sends, joined, network):
    network.is_on = False
    run(joined)
    sends.now = 11 * 3600
    assert sends.step()
    sends.now = 13 * 3600
    assert not sends.step()


def test_a_light_that_comes_while_it_ends_is_sent(joined, network, monkeypatch):
    run(joined)
    steps, step_of_it = [], Sender.step

    def step(self):
        steps.append(step_of_it(self))
        if len(steps) == 1:
            run(joined)
        return False

    monkeypatch.setattr(Sender, "step", step)
    sender.run(joined)
    assert network.numbers == {"tables-3": [1, 2]}
    assert len(steps) == 2


# A run waits for nobody


def test_a_run_only_sees_to_it_that_somebody_sends(joined, begun, monkeypatch):
    def no_network(*_):
        raise AssertionError("a run has opened a socket")

    monkeypatch.setattr(socket, "socket", no_network)
    run(joined)
    assert begun == [joined]


def test_while_somebody_sends_nobody_else_begins(joined, begun):
    lock = taken_lock(joined)
    run(joined)
    assert begun == []
    assert is_under_way(joined)
    lock.release()
    assert not is_under_way(joined)


def test_an_attempt_in_no_room_has_no_sender(attempt, begun):
    run(attempt)
    assert (begun, in_words(attempt), membership.joined(attempt)) == ([], "", None)


def test_a_sender_that_cannot_begin_is_no_trouble_for_the_run(joined, monkeypatch):
    def fails(_attempt):
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("dojo.attempt.sending.begin", fails)
    assert run(joined).number == 1


def test_a_word_says_whether_the_room_hears_it(joined, monkeypatch):
    monkeypatch.setattr(membership.time, "time", lambda: 1000.0)
    assert in_words(joined) == "the room has not been reached yet"
    note(joined, Heard(False))
    assert in_words(joined) == "the room does not answer"
    note(joined, Heard(True, at=900.0))
    assert in_words(joined) == "on its way to the room"
    note(joined, Heard(True, at=995.0))
    assert in_words(joined) == "the room hears it"
