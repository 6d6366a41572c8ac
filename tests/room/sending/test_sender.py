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
from room.sending.conftest import ROOM, run


class Time:
    """A clock that a test moves."""

    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def sends(joined, time):
    """The sender of an attempt that has joined."""
    return Sender(joined, time)


def later(sends, time, seconds):
    """Let it look as often as it does in so many seconds; is it still there?"""
    end = time.now + seconds
    while time.now < end:
        time.now += sender.TICK
        if not sends.step():
            return False
    return True


def test_lights_get_to_the_room(sends, joined, network):
    run(joined)
    run(joined, "green")
    assert sends.step()
    assert network.numbers == {"tables-3": [1, 2]}
    assert in_words(joined) == "the room hears it"


def test_lights_of_before_it_joined_get_there_too(attempt, network, time):
    run(attempt)
    join(attempt, ROOM)
    Sender(attempt, time).step()
    assert network.numbers == {"tables-3": [1]}


def test_a_new_light_is_seen_at_the_next_look(sends, joined, network, time):
    sends.step()
    run(joined)
    later(sends, time, sender.TICK)
    assert network.numbers == {"tables-3": [1]}


def test_ten_minutes_without_a_network_lose_nothing_and_double_nothing(sends, joined, network, time):
    run(joined)
    later(sends, time, 1)
    network.is_on = False
    for colour in ("red", "green", "red"):
        run(joined, colour)
        assert later(sends, time, 200)
    assert network.numbers == {"tables-3": [1]}
    assert in_words(joined) == "the room does not answer, 3 lights to send"
    network.is_on = True
    assert later(sends, time, sender.LONGEST + 1)
    assert network.numbers == {"tables-3": [1, 2, 3, 4]}
    assert in_words(joined) == "the room hears it"


def test_a_room_that_does_not_answer_is_asked_less_and_less_often(sends, joined, network, time):
    network.is_on = False
    run(joined)
    later(sends, time, 600)
    assert network.questions < 70


@pytest.mark.parametrize("hears", range(6))
def test_a_room_that_dies_before_it_can_answer_gets_each_light_once(
    sends, joined, network, time, monkeypatch, hears
):
    monkeypatch.setattr(delivery, "AT_ONCE", 2)
    for _ in range(7):
        run(joined)
    network.dies_after = hears
    sends.step()
    network.restart()
    later(sends, time, 30)
    assert network.numbers == {"tables-3": [1, 2, 3, 4, 5, 6, 7]}


@pytest.mark.parametrize("hears", range(6))
def test_a_sender_that_is_killed_is_followed_by_one_that_goes_on(joined, network, time, monkeypatch, hears):
    monkeypatch.setattr(delivery, "AT_ONCE", 2)
    for _ in range(7):
        run(joined)
    network.dies_after = hears
    Sender(joined, time).step()
    network.restart()
    Sender(joined, time).step()
    assert network.numbers == {"tables-3": [1, 2, 3, 4, 5, 6, 7]}


def test_lights_that_were_lost_are_followed_by_the_new_ones(sends, joined, network, time):
    run(joined)
    run(joined)
    sends.step()
    shutil.rmtree(store(joined).repository)
    run(joined, "green")
    later(sends, time, 1)
    assert network.numbers == {"tables-3": [1, 2, 1]}


def test_much_code_goes_in_several_parts(sharing, network, time, monkeypatch):
    monkeypatch.setattr(delivery, "LARGE", 400)
    for n in range(4):
        run(sharing, code=f"# {n} {'x' * 20}\n")
    Sender(sharing, time).step()
    assert [light.files["fizz.py"][:3] for light in network.record.lights] == ["# 0", "# 1", "# 2", "# 3"]


def test_code_in_any_letters_fits_into_what_a_room_takes(sharing, network, time):
    for n in range(12):
        run(sharing, code=f"# {n} {'ж' * 40_000}\n")
    for name in ("a.py", "b.py", "c.py"):
        (sharing.folder / name).write_text("ж" * 49_000)
    (sharing.folder / "d.py").write_text("\x01" * 90_000)
    run(sharing)
    Sender(sharing, time).step()
    assert network.numbers == {"tables-3": [*range(1, 14)]}
    assert network.largest < MOST
    assert network.record.lights[-1].files["d.py"] == "(90,000 bytes, not sent)\n"


def test_who_has_joined_another_room_meanwhile_is_not_refused_by_it(sends, joined, monkeypatch):
    other = replace(ROOM, word="tidy-owl")

    def refuses(*_):
        join(joined, other)
        raise NotTaken("that is not the join word of this room")

    monkeypatch.setattr(client, "asked", refuses)
    assert sends.step()
    assert heard(joined) is None


def test_of_lights_that_were_lost_none_counts_as_sent(sends, joined, network, time):
    run(joined)
    run(joined)
    sends.step()
    shutil.rmtree(store(joined).repository)
    network.is_on = False
    run(joined)
    later(sends, time, 5)
    assert in_words(joined) == "the room does not answer, 1 light to send"


def test_without_share_no_code_goes_there(sends, joined, network):
    run(joined, code="secret = 1\n")
    sends.step()
    assert [light.files for light in network.record.lights] == [None]


def test_times_are_those_of_the_room(joined, network, time):
    light = run(joined)
    slow = Sender(joined, time)
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


def test_the_clock_of_the_room_is_noted(sends, joined, network, time):
    network.room.clock = Clock(Plan(round=20))
    later(sends, time, 3)
    assert heard(joined).clock["left"] == 1200


def test_it_ends_when_the_attempt_has_left(sends, joined, network):
    assert sends.step()
    join(joined, replace(ROOM, left=True))
    assert not sends.step()
    assert network.numbers == {"tables-3": []}


@pytest.mark.usefixtures("network")
def test_it_ends_when_the_folder_is_gone(sends, joined):
    assert sends.step()
    shutil.rmtree(joined.folder)
    assert not sends.step()


@pytest.mark.usefixtures("network")
def test_it_ends_after_half_an_hour_without_a_light(sends, joined, time):
    run(joined)
    assert later(sends, time, 29 * 60)
    run(joined)
    assert later(sends, time, 29 * 60)
    assert not later(sends, time, 2 * 60)


def test_it_gives_up_on_a_room_that_has_not_answered_for_twelve_hours(sends, joined, network, time):
    network.is_on = False
    run(joined)
    time.now = 11 * 3600
    assert sends.step()
    time.now = 13 * 3600
    assert not sends.step()


def test_a_light_that_comes_while_it_ends_is_sent(joined, network, monkeypatch):
    run(joined)
    steps = []

    def step(self):
        if not steps:
            step_of_it(self)
            run(joined)
        else:
            step_of_it(self)
        steps.append(self)
        return False

    step_of_it = Sender.step
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


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (Heard(True, at=995.0), "the room hears it"),
        (Heard(True, at=900.0), "on its way to the room"),
        (Heard(False), "the room does not answer"),
        (Heard(False, 1), "the room does not answer, 1 light to send"),
        (Heard(False, refused="no"), "the room refuses it"),
    ],
)
def test_a_word_says_whether_the_room_hears_it(joined, monkeypatch, status, words):
    monkeypatch.setattr(membership.time, "time", lambda: 1000.0)
    assert in_words(joined) == "the room has not been reached yet"
    note(joined, status)
    assert in_words(joined) == words
