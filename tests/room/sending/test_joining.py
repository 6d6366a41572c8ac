"""Joining a room, leaving it, and handing in a file."""

from dataclasses import replace

import pytest

from dojo.attempt.membership import joined as room_of_attempt
from dojo.attempt.membership import membership
from dojo.errors import Mistake
from dojo.protocol.record import Told, read
from dojo.room.sending import joining
from dojo.room.sending.hand_in import hand_in
from dojo.room.sending.joining import join, knock, leave, room_of
from room.conftest import TABLES_4, light
from room.sending.conftest import ROOM, run
from room.test_server import ADDRESS

HERE = f"{ADDRESS}/plum-fox"
AWAY = "127.0.0.1:1/plum-fox"
PROOF = [Told("one is said", "proven", "It was red.")]


@pytest.mark.parametrize(
    ("text", "address", "word"),
    [
        ("192.168.1.20:8765/plum-fox", "192.168.1.20:8765", "plum-fox"),
        ("http://192.168.1.20:8765/plum-fox/", "192.168.1.20:8765", "plum-fox"),
        ("laptop.local:80/tidy-owl", "laptop.local:80", "tidy-owl"),
        ("[::1]:8765/plum-fox", "[::1]:8765", "plum-fox"),
    ],
)
def test_a_room_is_an_address_and_a_word(text, address, word):
    room = room_of(text)
    assert (room.address, room.word) == (address, word)


@pytest.mark.parametrize(
    "text", ["plum-fox", "192.168.1.20/plum-fox", "x:0/a-b", "x:1/../a", "x:99999/a-b", "x:1/A-b"]
)
def test_anything_else_is_a_mistake(text):
    told = (
        f"ROOM is the address of a room and its join word, for example 192.168.1.20:8765/plum-fox, not {text}"
    )
    with pytest.raises(Mistake) as mistake:
        room_of(text)
    assert str(mistake.value) == told


def said(capsys):
    return " ".join(capsys.readouterr().out.split())


def test_who_joins_is_in_the_room_at_once(attempt, network, out, begun, capsys):
    run(attempt)
    join(attempt, HERE, out, shares=False)
    assert said(capsys) == (
        f"tables-3 is in the room plum-fox at {ADDRESS}. Your lights go there, and your code stays here."
    )
    assert network.numbers == {"tables-3": []}
    assert begun == [attempt]


def test_who_shares_is_told_so(attempt, network, out, capsys):
    join(attempt, HERE, out, shares=True)
    assert said(capsys).endswith("Your lights and your code go there.")
    assert network.record.pair.shares


@pytest.mark.usefixtures("network")
def test_a_room_that_does_not_answer_gets_the_lights_later(attempt, out, begun, capsys):
    join(attempt, AWAY, out, shares=False)
    what = "Your lights go there, and your code stays here, as soon as it does."
    assert said(capsys) == f"The room at 127.0.0.1:1 does not answer. {what}"
    assert begun == [attempt]


@pytest.mark.parametrize(
    ("room", "line"),
    [
        (f"{ADDRESS}/plum-cat", f"the room at {ADDRESS} says: that is not the join word of this room"),
        ("plum-fox", "ROOM is the address of a room and its join word"),
    ],
)
@pytest.mark.usefixtures("network")
def test_a_room_that_refuses_changes_nothing(joined, out, room, line):
    with pytest.raises(Mistake, match=line):
        join(joined, room, out, shares=True)
    assert room_of_attempt(joined) == ROOM


def test_a_name_that_is_somebody_elses_is_a_mistake_that_says_what_to_do(attempt, network, out):
    network.room.book.hear(replace(TABLES_4, name="tables-3"), [light(1)], None, left=False)
    with pytest.raises(Mistake) as mistake:
        join(attempt, HERE, out, shares=False)
    assert "tables-3 is somebody else's name in this room: take another one; rename the folder" in str(
        mistake.value
    )
    assert membership(attempt) is None


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


def test_who_leaves_sends_the_rest_and_the_proof(joined, network, out, capsys):
    run(joined)
    leave(joined, lambda: PROOF, out)
    told = "The room has all your lights, and what the proof says of your tests."
    assert said(capsys) == f"tables-3 has left the room plum-fox. {told}"
    record = network.record
    assert ([light.number for light in record.lights], record.proof, record.left) == ([1], PROOF, True)
    assert room_of_attempt(joined) is None


@pytest.mark.usefixtures("network")
def test_after_that_no_light_goes_there(joined, out, begun):
    leave(joined, list, out)
    begun.clear()
    run(joined)
    assert begun == []


def test_who_leaves_a_room_that_does_not_answer_is_told_what_it_lacks(
    joined, network, out, capsys, monkeypatch
):
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


def test_a_file_has_the_lights_and_the_proof(attempt, out, tmp_path, capsys):
    run(attempt, code="secret = 1\n")
    file = hand_in(attempt, PROOF, tmp_path, out, shares=False)
    record = read(file.read_bytes())
    assert file == tmp_path / "tables-3.lights"
    assert (record.pair.name, len(record.lights), record.proof) == ("tables-3", 1, PROOF)
    assert b"secret" not in file.read_bytes()
    assert said(capsys).endswith("tables-3.lights: 1 light, 1 kB, without your code.")


def test_with_share_it_has_the_code(attempt, out, tmp_path, capsys):
    run(attempt, code="secret = 1\n")
    file = hand_in(attempt, PROOF, tmp_path, out, shares=True)
    assert read(file.read_bytes()).lights[0].files["fizz.py"] == "secret = 1\n"
    assert said(capsys).endswith("with your code.")


def test_a_file_is_replaced_by_a_newer_one_of_the_same_attempt(attempt, out, tmp_path):
    for _ in range(2):
        run(attempt)
        file = hand_in(attempt, [], tmp_path, out, shares=False)
    assert len(read(file.read_bytes()).lights) == 2
    assert [one.name for one in tmp_path.glob("*tables-3*")] == ["tables-3.lights"]


def test_a_file_of_somebody_else_stays(attempt, out, tmp_path):
    run(attempt)
    (tmp_path / "tables-3.lights").write_text("mine")
    with pytest.raises(Mistake, match="is somebody else's file: IN= names another folder, or delete it"):
        hand_in(attempt, [], tmp_path, out, shares=False)
    assert (tmp_path / "tables-3.lights").read_text() == "mine"


def test_without_a_light_there_is_nothing_to_hand_in(attempt, out, tmp_path):
    with pytest.raises(Mistake, match="tables-3 has no lights yet: make next NAME=tables-3 records one"):
        hand_in(attempt, [], tmp_path, out, shares=False)


def test_in_a_room_it_is_the_same_pair(joined, out, tmp_path):
    run(joined)
    assert read(hand_in(joined, [], tmp_path, out, shares=False).read_bytes()).pair.key == ROOM.key
