"""One question to a room over a socket: whatever answers there, it ends in a line."""

import socket
import threading

import pytest

from dojo.attempt.membership import Membership
from dojo.protocol.record import Pair
from dojo.room.sending import client
from dojo.room.sending.client import NoAnswer, NotTaken, say

PAIR = Pair("3" * 32, "tables-3", "fizz")
JSON = '{"history":"aaaaaaaaaaaa","number":2,"now":5.0,"clock":null}'


def listening():
    """A socket at which nobody answers, and the room that it stands for."""
    made = socket.create_server(("127.0.0.1", 0))
    return made, Membership(f"127.0.0.1:{made.getsockname()[1]}", "plum-fox", PAIR.key)


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
        return say(room, PAIR), bytes(heard).replace(room.address.encode(), b"ADDRESS")


def http(status, body):
    return f"HTTP/1.1 {status} x\r\nContent-Length: {len(body.encode())}\r\n\r\n{body}".encode()


def test_what_the_room_has_is_its_answer():
    answer, asked = ask(http(200, JSON))
    assert (answer.history, answer.number, answer.now, answer.clock) == ("a" * 12, 2, 5.0, None)
    assert asked.startswith(b"POST /plum-fox/lights HTTP/1.1\r\n")
    assert b"\r\nHost: ADDRESS\r\n" in asked


@pytest.mark.parametrize(
    ("content", "fault", "line"),
    [
        pytest.param(http(403, '{"error":"no"}'), NotTaken, "no", id="refused"),
        pytest.param(http(403, '{"error":"\\u001b[2J"}'), NotTaken, "status 403", id="an escape"),
        pytest.param(http(403, '{"error":7}'), NotTaken, "status 403", id="no line"),
        pytest.param(http(429, '{"error":"too many"}'), NoAnswer, "too many", id="later"),
        pytest.param(http(500, '{"error":"full"}'), NoAnswer, "full", id="its trouble"),
        pytest.param(http(200, "[1]"), NoAnswer, "what answers there is no room", id="no room"),
        pytest.param(http(200, '{"number":1}'), NoAnswer, "the room's answer has no history", id="half"),
        pytest.param(http(200, "<html>"), NoAnswer, "Expecting value", id="a page"),
        pytest.param(http(200, "[" * 90_000), NoAnswer, "", id="too deep"),
        pytest.param(b"\x00\x01\x02\r\n\r\n", NoAnswer, "", id="no HTTP"),
        pytest.param(b"", NoAnswer, "", id="nothing"),
    ],
)
def test_anything_else_is_told_in_a_line(content, fault, line):
    with pytest.raises(fault) as raised:
        ask(content)
    assert line in str(raised.value)
    assert "\x1b" not in str(raised.value)
    assert len(str(raised.value).splitlines()) <= 1


def test_where_nobody_listens_there_is_no_answer():
    listens, room = listening()
    listens.close()
    with pytest.raises(NoAnswer, match="refused"):
        say(room, PAIR)


def test_who_never_answers_is_not_waited_for_for_ever(monkeypatch):
    monkeypatch.setattr(client, "PATIENCE", 0.1)
    listens, room = listening()
    with listens, pytest.raises(NoAnswer, match="timed out"):
        say(room, PAIR)


def test_who_answers_bit_by_bit_is_not_waited_for_for_ever(monkeypatch):
    times = iter([0.0, 99.0])
    monkeypatch.setattr(client.time, "monotonic", lambda: next(times))
    with pytest.raises(NoAnswer, match="it answers too slowly"):
        ask(http(200, JSON))
