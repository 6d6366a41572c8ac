"""Joining a room, and leaving it."""

import pytest

from dojo.attempt.membership import joined as room_of_attempt
from dojo.errors import UsageError
from dojo.room.models import VerdictLine
from dojo.room.sync import check_word, join, leave, room_of
from room.conftest import ADDRESS, ROOM, delivery, light, numbers, run

HERE = f"{ADDRESS}/plum-fox"
WRONG_WORD = "that is not the join word of this room"
AWAY = "127.0.0.1:1/plum-fox"
PROOF = [VerdictLine("one is said", "proven", "It was red.")]


@pytest.mark.parametrize("place", ["192.168.1.20:8765/plum-fox", "laptop.local:80/tidy-owl", "[::1]:80/a-b"])
def test_a_room_is_an_address_and_a_word(place):
    for text in (place, f"http://{place}/"):
        room = room_of(text)
        assert f"{room.address}/{room.word}" == place


ROOM_IS = "ROOM is the address of a room and its join word, such as 192.168.1.20:8765/plum-fox, not "
BAD = ["plum-fox", "192.168.1.20/plum-fox", "x:0/a-b", "x:1/../a", "x:99999/a-b", "x:1/A-b"]
MISTAKES = [
    *[pytest.param({"text": text}, ROOM_IS + text, id=text) for text in BAD],
    pytest.param({"name": "../x"}, "AS=../x: a name has letters, digits, dots, - and _, at most 40", id="AS"),
    pytest.param({"text": f"{ADDRESS}/plum-cat"}, f"the room at {ADDRESS} says: {WRONG_WORD}", id="refused"),
]


@pytest.mark.parametrize(("words", "told"), MISTAKES)
@pytest.mark.usefixtures("network")
def test_a_mistake_is_told_and_changes_nothing(joined, out, words, told):
    with pytest.raises(UsageError) as mistake:
        join(joined, **{"text": HERE, "out": out, "shares": True, **words})
    assert str(mistake.value) == told
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


def test_joining_twice_and_again_after_leaving_is_the_same_pair(attempt, network, out):
    join(attempt, HERE, out, shares=False)
    leave(attempt, list, out)
    join(attempt, HERE, out, shares=False)
    assert len(network.records.names()) == 1
    assert not network.record.left


def test_before_a_start_the_word_is_tried(network):
    check_word(HERE)
    check_word(AWAY)
    with pytest.raises(UsageError, match=WRONG_WORD):
        check_word(f"{ADDRESS}/plum-cat")
    assert network.numbers == {}


# Leaving


LEFT = {
    True: "The room has all your lights, and what the proof says of your tests.",
    False: "It may lack your last lights: the room does not answer. To send the rest later, join it again.",
}


@pytest.mark.parametrize("is_on", LEFT)
def test_who_leaves_sends_the_rest_and_the_proof_and_then_no_light(joined, network, out, capsys, is_on):
    network.is_on = is_on
    run(joined)
    leave(joined, lambda: PROOF, out)
    assert said(capsys) == f"tables-3 has left the room plum-fox. {LEFT[is_on]}"
    assert room_of_attempt(joined) is None
    there = [(numbers([one]), one.proof, one.left) for one in network.records.select()]
    assert there == [({"tables-3": [1]}, PROOF, True)] * is_on


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
