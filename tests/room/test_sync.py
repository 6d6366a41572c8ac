"""Lights get to the room once and in order, whatever the network does and whatever answers there."""

import re
import shutil
import socket
import threading
import time
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from dojo.attempt.membership import Membership, join
from dojo.attempt.store import store
from dojo.room import sync
from dojo.room.app import MOST
from dojo.room.clock import Clock, Plan
from dojo.room.models import Refused
from dojo.room.sync import NoAnswer, RoomLink, deliver
from room.conftest import ROOM, run


def send_lights(attempt):
    """What a verb knows of the room, once it has sent what the room lacks."""
    return RoomLink(attempt).update()


PAIR = SimpleNamespace(name="tables-3", kata=SimpleNamespace(name="fizz"))
JSON = '{"history":"aaaaaaaaaaaa","number":2,"name":"tables-3","now":5.0,"clock":null}'


def listening():
    """A socket at which nobody answers, and the room that it stands for."""
    made = socket.create_server(("127.0.0.1", 0))
    return made, Membership(f"127.0.0.1:{made.getsockname()[1]}", "plum-fox", "0" * 32)


def ask(content):
    """Ask a room that answers with these bytes; gives the answer, and what the room was asked."""
    (listens, room), heard = listening(), bytearray()

    def answer():
        asked, _ = listens.accept()
        with asked:
            while b"left" not in heard:
                heard.extend(asked.recv(65536))
            asked.sendall(content)

    threading.Thread(target=answer, daemon=True).start()
    with listens:
        return deliver(PAIR, room, left=True), bytes(heard).replace(room.address.encode(), b"ADDRESS")


def http(status, body):
    return f"HTTP/1.1 {status} x\r\nContent-Length: {len(body.encode())}\r\n\r\n{body}".encode()


def test_what_the_room_has_is_its_answer():
    answer, asked = ask(http(200, JSON))
    assert (answer.history, answer.number, answer.now, answer.clock) == ("a" * 12, 2, 5.0, None)
    assert asked.startswith(b"POST /plum-fox/lights HTTP/1.1\r\n")
    assert b"\r\nHost: ADDRESS\r\nPair: 00000000000000000000000000000000\r\n" in asked


NO_ROOM = "what ADDRESS says cannot be taken: "
OTHER = {
    "refused": (http(403, '{"error":"no"}'), "the room at ADDRESS says: no"),
    "an escape": (
        http(403, '{"error":"\\u001b[2J"}'),
        "the room at ADDRESS says: \N{REPLACEMENT CHARACTER}[2J",
    ),
    "no line": (http(403, '{"error":7}'), NO_ROOM),
    "no room": (http(200, "[1]"), NO_ROOM),
    "half": (http(200, '{"number":1}'), NO_ROOM + "Object missing required field `history`"),
    "a page": (http(200, "<html>"), NO_ROOM + "JSON is malformed"),
    "too deep": (http(200, "[" * 90_000), NO_ROOM),
}


@pytest.mark.parametrize(("content", "line"), OTHER.values(), ids=OTHER)
def test_what_else_is_answered_is_told_in_a_line(content, line):
    with pytest.raises(Refused) as raised:
        ask(content)
    told = re.sub(r"127.0.0.1:\d+", "ADDRESS", str(raised.value))
    assert (told.startswith(line), told.isprintable()) == (True, True)


LATER = [http(429, "{}"), http(500, '{"error":"full"}'), b"\x00\x01\x02\r\n\r\n", b""]


@pytest.mark.parametrize("content", LATER, ids=["too often", "its trouble", "no HTTP", "nothing"])
def test_where_something_else_answers_lights_wait(content):
    with pytest.raises(NoAnswer):
        ask(content)


@pytest.mark.parametrize("is_open", [False, True])
def test_where_nobody_listens_or_answers_nobody_waits_for_ever(monkeypatch, is_open):
    monkeypatch.setattr(sync, "PATIENCE", 0.1)
    listens, room = listening()
    if not is_open:
        listens.close()
    with listens, pytest.raises(NoAnswer):
        deliver(PAIR, room, left=True)


def test_who_answers_bit_by_bit_is_not_waited_for_for_ever(monkeypatch):
    times = iter([0.0, 99.0])
    monkeypatch.setattr(sync.time, "monotonic", lambda: next(times))
    with pytest.raises(NoAnswer):
        ask(http(200, JSON))


# The lights of an attempt


def test_without_a_network_nothing_is_lost_and_the_rest_goes_with_the_next_light(joined, network):
    run(joined)
    assert send_lights(joined).words == "connected to the room"
    network.is_on = False
    for colour in ("red", "green"):
        run(joined, colour)
        assert not send_lights(joined).reachable
    assert network.numbers == {"tables-3": [1]}
    network.is_on = True
    run(joined)
    send_lights(joined)
    assert network.numbers == {"tables-3": [1, 2, 3, 4]}


def test_a_verb_does_not_send_for_ever(joined, network, monkeypatch):
    monkeypatch.setattr(sync, "IN_ALL", -1)
    run(joined)
    assert (send_lights(joined).reachable, network.numbers) == (False, {"tables-3": []})


@pytest.mark.parametrize("is_killed", [False, True], ids=["the same link", "another link"])
@pytest.mark.parametrize("hears", range(6))
def test_a_room_that_dies_before_it_can_answer_gets_each_light_once(
    joined, network, monkeypatch, hears, is_killed
):
    monkeypatch.setattr(sync, "AT_ONCE", 2)
    for _ in range(7):
        run(joined)
    network.hears = hears
    link = RoomLink(joined)
    link.update()
    network.restart()
    link.next = 0
    (RoomLink(joined) if is_killed else link).update()
    assert network.numbers == {"tables-3": [1, 2, 3, 4, 5, 6, 7]}


def test_of_lights_that_were_lost_none_counts_as_sent_and_new_ones_follow(joined, network):
    run(joined)
    run(joined)
    send_lights(joined)
    shutil.rmtree(store(joined).repository)
    run(joined, "green")
    send_lights(joined)
    assert network.numbers == {"tables-3": [1, 2, 1]}


def test_much_code_in_any_letters_fits_into_what_a_room_takes(joined, network):
    join(joined, Membership(ROOM.address, ROOM.word, ROOM.key, shares=True))
    for n in range(12):
        run(joined, code=f"# {n} {'ж' * 40_000}\n")
    for name in ("a.py", "b.py", "c.py"):
        (joined.folder / name).write_text("ж" * 49_000)
    (joined.folder / "d.py").write_text("\x01" * 90_000)
    run(joined)
    send_lights(joined)
    assert network.numbers == {"tables-3": [*range(1, 14)]}
    assert max(map(len, network.requests)) < MOST
    assert network.record.lights[-1].files["d.py"] == "(90,000 bytes, not sent)\n"


def test_times_are_those_of_the_room(joined, network, monkeypatch):
    light = run(joined)
    clock = SimpleNamespace(time=lambda: light.when + 3600, monotonic=time.monotonic)
    monkeypatch.setattr("dojo.room.app.time", clock)
    send_lights(joined)
    assert 3500 < network.record.lights[0].when - light.when < 3700


def test_a_room_that_refuses_says_why(joined, network):
    network.records.save(replace(network.records.info, word="other-word"))
    run(joined)
    status = send_lights(joined)
    assert status.words == "the room at 127.0.0.1:8765 says: that is not the join word of this room"


# While make watch runs


def test_the_link_of_make_watch_asks_for_the_clock_and_sends_at_once(joined, network, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(sync.time, "monotonic", lambda: now[0])
    network.records.save(replace(network.records.info, clock=Clock(Plan(round=20))))
    link = RoomLink(joined)
    assert link.update().clock["left"] == 1200
    link.update()
    assert len(network.requests) == 1
    now[0] += 2
    link.update()
    assert len(network.requests) == 2
    run(joined)
    link.update()
    assert network.numbers == {"tables-3": [1]}
    asked = len(network.requests)
    link.update()
    assert len(network.requests) == asked


def test_the_link_asks_a_room_that_does_not_answer_less_often(joined, network, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(sync.time, "monotonic", lambda: now[0])
    run(joined)
    network.is_on = False
    link = RoomLink(joined)
    asked = []
    for now[0] in range(100, 160):
        before = len(network.requests)
        status = link.update()
        asked += [now[0]] * (len(network.requests) - before)
    assert asked == [100, 110, 120, 130, 140, 150]
    assert status.words == "the room does not answer: it gets your lights later"


@pytest.mark.usefixtures("network")
def test_an_attempt_that_has_left_its_room_has_no_status(joined):
    link = RoomLink(joined)
    link.update()
    join(joined, Membership(ROOM.address, ROOM.word, ROOM.key, left=True))
    assert (link.update(), link.status) == (None, None)
