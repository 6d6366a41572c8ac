"""Lights get to the room once and in order, whatever the network does and whatever answers there."""

import dataclasses
import json
import os
import re
import socket
import time
from http.client import BadStatusLine
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from dojo.attempt.membership import Membership
from dojo.attempt.membership import join as note_room
from dojo.attempt.membership import joined as room_of_attempt
from dojo.errors import UsageError
from dojo.room import sync
from dojo.room.app import MAX_REQUEST_BYTES
from dojo.room.changes import sources_at
from dojo.room.clock import Clock, Plan
from dojo.room.models import VerdictLine, id_of, parse_record
from dojo.room.sync import NoAnswer, RoomLink, check_word, deliver, hand_in, join, leave, room_of
from room.conftest import ADDRESS, FIRST, ROOM, delivery, numbers, run

NO_ROOM = f"what {ADDRESS} says cannot be taken: "
SAYS = f"the room at {ADDRESS} says: "
ANSWERS = {
    "an escape": (403, b'{"error":"\\u001b[2J"}', f"{SAYS}\N{REPLACEMENT CHARACTER}[2J"),
    "half": (200, b'{"number":1}', NO_ROOM + "Object missing required field `history`"),
    "a page": (200, b"<html>", NO_ROOM + "JSON is malformed"),
    "too often": (429, b"<html>", ""),
    "its trouble": (500, b"<html>", ""),
}


@pytest.mark.parametrize(("status", "content", "line"), ANSWERS.values(), ids=ANSWERS)
def test_what_else_is_answered_is_told_in_a_line_or_lights_wait(attempt, network, status, content, line):
    network.says = status, content
    with pytest.raises(UsageError if line else NoAnswer, match=f"^{re.escape(line)}"):
        deliver(attempt, ROOM)


WAITS = {"too often": (429, "too many wrong words"), "its trouble": (500, "nothing is recorded: it is full")}


@pytest.mark.parametrize(("status", "line"), WAITS.values(), ids=WAITS)
def test_what_a_room_refuses_for_now_is_told_as_its_refusal(joined, network, out, capsys, status, line):
    network.says = status, json.dumps({"error": line}).encode()
    link = RoomLink(joined).update()
    assert link
    assert link.words == f"{SAYS}{line}: it gets your lights later"
    join(joined, HERE, out, shares=False)
    refused = f"T{SAYS[1:]}{line}. As soon as it takes them, your lights go there, and your code stays here."
    assert said(capsys) == refused


def test_a_room_that_is_no_room_or_answers_bit_by_bit_is_not_waited_for(attempt, network, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(network, "getresponse", Mock(side_effect=BadStatusLine("")))
        with pytest.raises(NoAnswer):
            deliver(attempt, ROOM)
    assert deliver(attempt, ROOM).name == "tables-3"
    network.says = 200, b"{"
    monkeypatch.setattr(time, "monotonic", iter([0.0, 99.0]).__next__)
    with pytest.raises(NoAnswer):
        deliver(attempt, ROOM)


@pytest.mark.parametrize("listens", [True, False], ids=["nobody answers", "nobody listens"])
def test_a_room_that_does_not_answer_is_not_waited_for(attempt, monkeypatch, listens):
    monkeypatch.setattr(sync, "ANSWER_TIMEOUT_S", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        room = Membership(f"127.0.0.1:{server.getsockname()[1]}", "plum-fox", "0" * 32)
        if not listens:
            server.close()
        with pytest.raises(NoAnswer):
            deliver(attempt, room)


# The lights of an attempt


def test_a_verb_does_not_send_for_ever(joined, network, monkeypatch):
    monkeypatch.setattr(sync, "MAX_SENDING_S", -1)
    run(joined)
    status = RoomLink(joined).update()
    assert status
    assert network.numbers == {"tables-3": []}
    assert not status.reachable


@pytest.mark.parametrize("is_killed", [False, True], ids=["the same link", "that of another verb"])
@pytest.mark.parametrize("hears", [0, 1, 2], ids=["at once", "after an answer", "after two answers"])
def test_a_room_that_dies_before_it_can_answer_gets_each_light_once(
    joined, network, monkeypatch, hears, is_killed
):
    monkeypatch.setattr(sync, "MAX_LIGHTS_PER_REQUEST", 1)
    link = RoomLink(joined)
    run(joined)
    run(joined)
    network.hears = hears
    link.update()
    network.restart()
    link.next = 0
    (RoomLink(joined) if is_killed else link).update()
    assert network.numbers == {"tables-3": [1, 2]}


def test_of_lights_that_were_lost_none_counts_as_sent_and_new_ones_follow(joined, network):
    run(joined)
    run(joined)
    RoomLink(joined).update()
    joined.record(".db").unlink()
    run(joined, "green")
    RoomLink(joined).update()
    assert network.numbers == {"tables-3": [1, 2, 1]}


def test_much_code_in_any_letters_fits_into_what_a_room_takes(joined, network):
    note_room(joined, dataclasses.replace(ROOM, shares=True))
    for n in range(4):
        for name in ("a.py", "b.py", "c.py"):
            (joined.folder / name).write_text(f"# {n} {'ж' * 49_000}\n")
        (joined.folder / "d.py").write_text("\x01" * 90_000)
        (joined.folder / "e.py").write_text("x" * 100_001)
        run(joined)
    RoomLink(joined).update()
    assert network.numbers == {"tables-3": [1, 2, 3, 4]}
    assert max(map(len, network.requests)) < MAX_REQUEST_BYTES
    files = network.records.find(name="tables-3").lights[0].files
    assert files["d.py"] == "(90,000 bytes, not sent)\n"
    assert files["e.py"] == "(100,001 bytes, not sent)\n"


def test_times_are_those_of_the_room(joined, network, monkeypatch):
    light = run(joined)
    clock = SimpleNamespace(time=lambda: light.when + 3600, monotonic=time.monotonic)
    monkeypatch.setattr("dojo.room.app.time", clock)
    RoomLink(joined).update()
    (kept,) = network.records.find(name="tables-3").lights
    assert 3500 < kept.when - light.when < 3700


# While make watch runs


def test_the_link_of_make_watch_asks_for_the_clock_and_sends_at_once(joined, network, monkeypatch):
    """And it asks a room that does not answer less often."""
    now, link = [100.0], RoomLink(joined)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    info = replace(network.records.info, clock=Clock(Plan(round=20)), message="Back at eleven")
    network.records.save(info)

    def asked(seconds):
        """How many requests come in that time."""
        before = len(network.requests)
        for _ in range(seconds):
            link.update()
            now[0] += 1
        return len(network.requests) - before

    assert [asked(1), asked(1), asked(1)] == [1, 0, 1]
    assert link.status
    assert link.status.clock
    assert link.status.clock["left"] == 1200
    assert link.status.words == "connected to the room"
    assert link.status.message == "Back at eleven"
    run(joined)
    # one asks what the room knows, one sends the light
    assert asked(1) == 2
    assert network.numbers == {"tables-3": [1]}
    network.is_on = False
    run(joined)
    assert asked(60) == 6
    assert link.status.words == "the room does not answer: it gets your lights later"


# Joining and leaving

HERE = f"{ADDRESS}/plum-fox"
WRONG_WORD = "that is not the join word of this room"
AWAY = "127.0.0.1:1/plum-fox"
PROOF = [VerdictLine("one is said", "proven", "It was red.")]


EXAMPLE = "192.168.1.20:8765/plum-fox"


@pytest.mark.parametrize("place", [EXAMPLE, "laptop.local:80/tidy-owl", "[::1]:80/a-b"])
@pytest.mark.parametrize("form", ["{}", "http://{}/"], ids=["typed", "as an address of a page"])
def test_a_room_is_an_address_and_a_word(place, form):
    room = room_of(form.format(place))
    assert f"{room.address}/{room.word}" == place


NO_ROOMS = ["plum-fox", "192.168.1.20/plum-fox", "x:0/a-b", "x:1/../a", "x:99999/a-b", "x:1/A-b"]


@pytest.mark.parametrize("text", NO_ROOMS)
def test_what_is_no_room_is_a_mistake(text):
    line = f"ROOM is the address of a room and its join word, such as {EXAMPLE}, not {text}"
    with pytest.raises(UsageError) as mistake:
        room_of(text)
    assert str(mistake.value) == line


MISTAKES = [
    pytest.param(
        {"name": "../x"},
        "AS=../x: a name has letters, digits, dots, - and _, at most 40",
        id="a path as name",
    ),
    pytest.param({"text": f"{ADDRESS}/plum-cat"}, SAYS + WRONG_WORD, id="a wrong word"),
]


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize(("words", "line"), MISTAKES)
def test_a_mistake_is_told_and_changes_nothing(joined, out, words, line):
    with pytest.raises(UsageError) as mistake:
        join(joined, **{"text": HERE, "out": out, "shares": True, **words})
    assert str(mistake.value) == line
    assert room_of_attempt(joined) == ROOM


def said(capsys):
    return " ".join(capsys.readouterr().out.split())


IN = f"tables-3 is in the room plum-fox at {ADDRESS}."
LIGHTS = "Your lights go there, and your code stays here"


@pytest.mark.usefixtures("network")
def test_a_word_is_asked_for_before_an_attempt_is_made():
    check_word(HERE)
    with pytest.raises(UsageError, match=WRONG_WORD):
        check_word(f"{ADDRESS}/plum-cat")


def test_who_joins_a_room_that_does_not_answer_is_there_later(attempt, network, out, capsys):
    run(attempt, code="secret = 1\n")
    join(attempt, AWAY, out, shares=False)
    line = f"The room at 127.0.0.1:1 does not answer. As soon as it does, y{LIGHTS[1:]}."
    assert said(capsys) == line
    assert network.numbers == {}


JOINED = [
    pytest.param(False, f"{IN} {LIGHTS}.", id="without code"),
    pytest.param(True, f"{IN} Your lights and your code go there.", id="with code"),
]


@pytest.mark.parametrize(("shares", "line"), JOINED)
def test_who_joins_is_in_the_room_at_once(attempt, network, out, capsys, shares, line):
    run(attempt, code="secret = 1\n")
    join(attempt, HERE, out, shares=shares)
    assert said(capsys) == line
    assert (b"secret" in b"".join(network.requests)) is shares
    (record,) = network.records.select()
    assert record.pair.shares is shares
    assert numbers([record]) == {"tables-3": [1]}


ALL = "The room has all your lights, and what the proof says of your tests."
LACKS = "It may lack your last lights: "
GONE = f"{LACKS}{SAYS}the leader has removed tables-3 from this room."
SILENT = f"{LACKS}the room does not answer. To send the rest later, join it again."


def leave_with_a_light_that_was_not_sent(joined, out):
    """Leave the room; then the attempt is in none, and sends nothing more."""
    link = RoomLink(joined)
    link.update()
    run(joined)
    leave(joined, lambda: PROOF, out)
    assert room_of_attempt(joined) is None
    assert link.update() is None
    assert link.status is None


def test_who_leaves_sends_the_rest_and_the_proof(joined, network, out, capsys):
    leave_with_a_light_that_was_not_sent(joined, out)
    assert said(capsys) == f"tables-3 has left the room plum-fox. {ALL}"
    (record,) = network.records.select()
    assert numbers([record]) == {"tables-3": [1]}
    assert record.proof == PROOF
    assert record.left


def test_who_was_removed_and_leaves_is_told_so(joined, network, out, capsys):
    run(joined)
    RoomLink(joined).update()
    network.records.rename({id_of(ROOM.key): None})
    leave(joined, lambda: PROOF, out)
    assert said(capsys) == f"tables-3 has left the room plum-fox. {GONE}"
    assert network.numbers == {}


def test_who_leaves_a_room_that_does_not_answer_may_send_the_rest_later(joined, network, out, capsys):
    network.is_on = False
    leave_with_a_light_that_was_not_sent(joined, out)
    assert said(capsys) == f"tables-3 has left the room plum-fox. {SILENT}"
    assert network.numbers == {}


def test_who_is_in_no_room_cannot_leave_it(joined, out):
    join_again = "^tables-3 is in no room: make join NAME=tables-3 ROOM=[0-9.:]+/plum-fox joins one$"
    leave(joined, list, out)
    with pytest.raises(UsageError, match=join_again):
        leave(joined, list, out)


def test_who_joins_again_is_the_same_pair(joined, network, out):
    leave_with_a_light_that_was_not_sent(joined, out)
    join(joined, HERE, out, shares=False)
    (record,) = network.records.select()
    assert not record.left


def test_under_another_name_the_lights_are_kept(joined, network, out, capsys):
    run(joined)
    network.records.keep(delivery(FIRST, key="4"))
    join(joined, HERE, out, shares=False)
    assert said(capsys) == f"{IN.removesuffix('.')} as tables-3-2. {LIGHTS}."
    assert network.numbers == {"tables-3": [1], "tables-3-2": [1]}
    join(joined, HERE, out, shares=False, name="Ada")
    assert said(capsys) == f"{IN.removesuffix('.')} as Ada. {LIGHTS}."
    assert network.numbers == {"tables-3": [1], "Ada": [1]}
    # the name stays
    join(joined, HERE, out, shares=False)
    assert said(capsys) == f"{IN.removesuffix('.')} as Ada. {LIGHTS}."
    assert network.numbers == {"tables-3": [1], "Ada": [1]}


def test_who_shares_later_brings_the_code_of_the_lights_before(joined, network, out, monkeypatch):
    monkeypatch.setattr(sync, "MAX_LIGHTS_PER_REQUEST", 2)
    for code in ("a", "b", "b"):
        run(joined, code=code)
    join(joined, HERE, out, shares=False)
    (before,) = network.records.select()
    assert [light.files for light in before.lights] == [None] * 3
    join(joined, HERE, out, shares=True)
    run(joined, code="c")
    RoomLink(joined).update()
    (now,) = network.records.select()
    assert [files["fizz.py"] for files in sources_at(now.lights)] == ["a", "b", "b", "c"]
    # nothing else of a light changes
    assert [replace(light, files=None) for light in now.lights[:3]] == before.lights


HANDED_IN = [
    pytest.param(False, "1 light, 1 kB, without your code", id="without code"),
    pytest.param(True, "1 light, 1 kB, with your code", id="with code"),
]


@pytest.mark.parametrize(("shares", "line"), HANDED_IN)
def test_a_file_has_the_lights_and_the_proof_and_no_key(joined, out, tmp_path, capsys, shares, line):
    run(joined, code="secret = 1\n")
    file = hand_in(joined, PROOF, tmp_path, out, shares=shares)
    assert file.name == "tables-3.lights"
    content = file.read_bytes()
    assert (b"secret" in content) == shares
    assert ROOM.key.encode() not in content
    record = parse_record(content)
    assert len(record.lights) == 1
    assert record.proof == PROOF
    assert record.pair.id == id_of(ROOM.key)
    assert said(capsys).endswith(f"tables-3.lights: {line}.")


def test_a_file_replaces_the_one_of_the_same_pair(joined, out, tmp_path):
    """Also one of the format before."""
    before = {"version": 1, "pair": {"key": ROOM.key, "name": "tables-3", "kata": "fizz"}}
    (tmp_path / "tables-3.lights").write_text(f"{json.dumps(before)}\n")
    for number in (1, 2):
        run(joined)
        file = hand_in(joined, PROOF, tmp_path, out, shares=False)
        assert len(parse_record(file.read_bytes()).lights) == number
    assert [path.name for path in tmp_path.glob("*tables-3*")] == ["tables-3.lights"]


@pytest.mark.parametrize("make", [Path.touch, Path.mkdir, os.mkfifo, lambda file: file.write_text("mine")])
def test_without_a_light_or_over_what_is_not_the_pairs_nothing_is_handed_in(attempt, out, tmp_path, make):
    with pytest.raises(UsageError, match="tables-3 has no lights yet: make next NAME=tables-3 records one"):
        hand_in(attempt, [], tmp_path, out, shares=False)
    run(attempt)
    make(file := tmp_path / "tables-3.lights")
    before = file.stat().st_ino
    with pytest.raises(UsageError, match="is not this pair's: IN= names another folder, or delete it"):
        hand_in(attempt, [], tmp_path, out, shares=False)
    assert file.stat().st_ino == before
