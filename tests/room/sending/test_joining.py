"""Joining a room, leaving it, and handing in a file."""

from dataclasses import replace

import pytest

from dojo.attempt.membership import joined as room_of_attempt
from dojo.errors import Mistake
from dojo.protocol.record import Told, read
from dojo.room.sending import joining
from dojo.room.sending.hand_in import hand_in
from dojo.room.sending.joining import join, knock, leave, room_of
from room.conftest import ADDRESS, ROOM, TABLES_4, light, numbers, run

HERE = f"{ADDRESS}/plum-fox"
AWAY = "127.0.0.1:1/plum-fox"
PROOF = [Told("one is said", "proven", "It was red.")]


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
    with pytest.raises(Mistake) as mistake:
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
def test_who_joins_is_in_the_room_at_once(attempt, network, out, begun, capsys, room, shares, told, there):
    run(attempt)
    join(attempt, room, out, shares=shares)
    assert said(capsys) == told
    assert [record.pair.shares for record in network.room.book.records.values()] == there
    assert begun == [attempt]


def test_a_room_that_refuses_says_what_to_do_and_changes_nothing(joined, network, out):
    network.room.book.hear(replace(TABLES_4, name="tables-3"), [light(1)], None, left=False)
    says = f"the room at {ADDRESS} says: "
    taken = "tables-3 is somebody else's name in this room: take another one; rename the folder"
    with pytest.raises(Mistake, match=says + taken):
        join(joined, HERE, out, shares=True)
    with pytest.raises(Mistake, match=says + "that is not the join word of this room$"):
        join(joined, f"{ADDRESS}/plum-cat", out, shares=True)
    assert room_of_attempt(joined) == ROOM


def test_joining_twice_and_again_after_leaving_is_the_same_pair(attempt, network, out):
    join(attempt, HERE, out, shares=False)
    join(attempt, HERE, out, shares=True)
    leave(attempt, list, out)
    join(attempt, HERE, out, shares=False)
    assert len(network.room.book.records) == 1
    assert not network.record.left


def test_before_a_start_the_name_and_the_word_are_tried(network):
    network.room.book.hear(TABLES_4, [], None, left=False)
    knock("tables-3", HERE)
    knock("tables-3", AWAY)
    with pytest.raises(Mistake, match="Tables-4 is somebody else's name in this room: take another one"):
        knock("Tables-4", HERE)
    with pytest.raises(Mistake, match="says: that is not the join word of this room"):
        knock("tables-3", f"{ADDRESS}/plum-cat")
    assert network.numbers == {"tables-4": []}


# Leaving


def test_who_leaves_sends_the_rest_and_the_proof_and_then_no_light(joined, network, out, begun, capsys):
    run(joined)
    leave(joined, lambda: PROOF, out)
    told = "The room has all your lights, and what the proof says of your tests."
    assert said(capsys) == f"tables-3 has left the room plum-fox. {told}"
    record = network.record
    assert (numbers([record]), record.proof, record.left) == ({"tables-3": [1]}, PROOF, True)
    assert room_of_attempt(joined) is None
    begun.clear()
    run(joined)
    assert begun == []


def test_who_leaves_a_room_that_does_not_answer_is_told_so(joined, network, out, capsys, monkeypatch):
    monkeypatch.setattr(joining.time, "sleep", lambda _seconds: None)
    network.is_on = False
    leave(joined, list, out)
    told = "The room does not answer: it may lack your last lights. To send the rest later, join it again."
    assert said(capsys) == f"tables-3 has left the room plum-fox. {told}"
    assert room_of_attempt(joined) is None


def test_who_is_in_no_room_cannot_leave_one(attempt, out):
    told = "tables-3 is in no room: make join NAME=tables-3 ROOM=192.168.1.20:8765/plum-fox joins one"
    with pytest.raises(Mistake, match=told):
        leave(attempt, list, out)


# Handing in


@pytest.mark.parametrize(("shares", "code"), [(False, "without your code"), (True, "with your code")])
def test_a_file_has_the_lights_and_the_proof(joined, out, tmp_path, capsys, shares, code):
    run(joined, code="secret = 1\n")
    file = hand_in(joined, PROOF, tmp_path, out, shares=shares)
    record = read(file.read_bytes())
    assert file == tmp_path / "tables-3.lights"
    assert (numbers([record]), record.proof, record.pair.key) == ({"tables-3": [1]}, PROOF, ROOM.key)
    assert (b"secret" in file.read_bytes()) is shares
    assert said(capsys).endswith(f"tables-3.lights: 1 light, 1 kB, {code}.")


def test_a_file_is_replaced_by_a_newer_one_of_the_same_attempt(attempt, out, tmp_path):
    for _ in range(2):
        run(attempt)
        file = hand_in(attempt, [], tmp_path, out, shares=False)
    assert len(read(file.read_bytes()).lights) == 2
    assert [one.name for one in tmp_path.glob("*tables-3*")] == ["tables-3.lights"]


def test_without_a_light_or_over_a_file_of_somebody_else_nothing_is_handed_in(attempt, out, tmp_path):
    with pytest.raises(Mistake, match="tables-3 has no lights yet: make next NAME=tables-3 records one"):
        hand_in(attempt, [], tmp_path, out, shares=False)
    run(attempt)
    (tmp_path / "tables-3.lights").write_text("mine")
    with pytest.raises(Mistake, match="is somebody else's file: IN= names another folder, or delete it"):
        hand_in(attempt, [], tmp_path, out, shares=False)
    assert (tmp_path / "tables-3.lights").read_text() == "mine"
