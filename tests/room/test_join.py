"""Joining a room, and leaving it."""

import pytest

from dojo.attempt.membership import joined as room_of_attempt
from dojo.errors import UsageError
from dojo.room.models import VerdictLine
from dojo.room.sync import check_word, join, leave, room_of
from room.conftest import ADDRESS, ROOM, delivery, light, numbers, run

HERE = f"{ADDRESS}/plum-fox"
AWAY = "127.0.0.1:1/plum-fox"
PROOF = [VerdictLine("one is said", "proven", "It was red.")]


PLACES = ["192.168.1.20:8765/plum-fox", "laptop.local:80/tidy-owl", "[::1]:8765/plum-fox"]


@pytest.mark.parametrize("place", PLACES)
def test_a_room_is_an_address_and_a_word(place):
    for text in (place, f"http://{place}/"):
        room = room_of(text)
        assert f"{room.address}/{room.word}" == place


BAD = ["plum-fox", "192.168.1.20/plum-fox", "x:0/a-b", "x:1/../a", "x:99999/a-b", "x:1/A-b"]


@pytest.mark.parametrize("text", BAD)
def test_anything_else_is_a_mistake_and_changes_nothing(joined, out, text):
    told = "ROOM is the address of a room and its join word, for example 192.168.1.20:8765/plum-fox, not "
    with pytest.raises(UsageError) as mistake:
        join(joined, text, out, shares=True)
    assert str(mistake.value) == told + text
    assert room_of_attempt(joined) == ROOM


def said(capsys):
    return " ".join(capsys.readouterr().out.split())


IN = f"tables-3 is in the room plum-fox at {ADDRESS}."
LATER = "The room at 127.0.0.1:1 does not answer."
LIGHTS = "Your lights go there, and your code stays here"


@pytest.mark.parametrize(
    ("room", "shares", "told", "there"),
    [
        pytest.param(HERE, False, f"{IN} {LIGHTS}.", [False], id="its lights"),
        pytest.param(HERE, True, f"{IN} Your lights and your code go there.", [True], id="its code too"),
        pytest.param(AWAY, False, f"{LATER} {LIGHTS}, as soon as it does.", [], id="later"),
    ],
)
def test_who_joins_is_in_the_room_at_once(attempt, network, out, capsys, room, shares, told, there):
    run(attempt, code="secret = 1\n")
    join(attempt, room, out, shares=shares)
    assert said(capsys) == told
    assert (b"secret" in b"".join(network.requests)) is shares
    assert [record.pair.shares for record in network.records.select()] == there
    assert network.numbers == {"tables-3": [1]} or not there


@pytest.mark.usefixtures("network")
def test_a_room_that_refuses_says_so_and_nothing_changes(joined, out):
    with pytest.raises(UsageError, match=f"the room at {ADDRESS} says: that is not the join word of this"):
        join(joined, f"{ADDRESS}/plum-cat", out, shares=True)
    assert room_of_attempt(joined) == ROOM


def test_joining_twice_and_again_after_leaving_is_the_same_pair(attempt, network, out):
    join(attempt, HERE, out, shares=False)
    leave(attempt, list, out)
    join(attempt, HERE, out, shares=False)
    assert len(network.records.names()) == 1
    assert not network.record.left


def test_before_a_start_the_word_is_tried(network):
    check_word(HERE)
    check_word(AWAY)
    with pytest.raises(UsageError, match="says: that is not the join word of this room"):
        check_word(f"{ADDRESS}/plum-cat")
    assert network.numbers == {}


# Leaving


def test_who_leaves_sends_the_rest_and_the_proof_and_then_no_light(joined, network, out, capsys):
    run(joined)
    leave(joined, lambda: PROOF, out)
    told = "The room has all your lights, and what the proof says of your tests."
    assert said(capsys) == f"tables-3 has left the room plum-fox. {told}"
    record = network.record
    assert (numbers([record]), record.proof, record.left) == ({"tables-3": [1]}, PROOF, True)
    assert room_of_attempt(joined) is None


def test_who_leaves_a_room_that_does_not_answer_is_told_so(joined, network, out, capsys):
    network.is_on = False
    leave(joined, list, out)
    told = "It may lack your last lights: the room does not answer. To send the rest later, join it again."
    assert said(capsys) == f"tables-3 has left the room plum-fox. {told}"
    assert room_of_attempt(joined) is None


def test_who_is_in_no_room_cannot_leave_one(attempt, out):
    told = "tables-3 is in no room: make join NAME=tables-3 ROOM=192.168.1.20:8765/plum-fox joins one"
    with pytest.raises(UsageError, match=told):
        leave(attempt, list, out)


def test_under_another_name_the_lights_are_kept(joined, network, out, capsys):
    run(joined)
    network.records.keep(delivery(light(1), key="4"))
    for name, told in (("", "tables-3-2"), ("Ada", "Ada"), ("", "Ada")):
        join(joined, HERE, out, shares=False, name=name)
        assert said(capsys) == f"tables-3 is in the room plum-fox at {ADDRESS} as {told}. {LIGHTS}."
        assert network.numbers == {"tables-3": [1], told: [1]}


def test_a_name_that_cannot_be_is_a_mistake(attempt, out):
    with pytest.raises(UsageError, match=r"AS=\.\./x: a name has letters, digits, dots, - and _, at most 40"):
        join(attempt, HERE, out, shares=False, name="../x")
