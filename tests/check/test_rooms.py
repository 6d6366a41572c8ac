"""A room as it is used: what the pages say is typed, it is killed at any moment, and many are in it."""

import json
import re
import socket
import subprocess
import sys
import threading
from http.client import HTTPException

import pytest
from documents.written import OF_ROOMS, TRIED, Room, put_away, verb, words
from helpers import TOP, Watching

from check.room_load import Served, light, says
from dojo.room.records import Records

TYPED = [command for command in TRIED if verb(command) in OF_ROOMS or "ROOM=" in command]
SAYS = {
    "start": "tables-9 is in the room ",
    "join": "tables-3 is in the room ",
    "leave": "tables-3 has left the room ",
    "hand-in": "tables-3.lights: ",
    "retro": ".html",
}
OPEN = "Ctrl-C ends it."


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return Room(tmp_path_factory.mktemp("room")).with_what_is_known()


@pytest.fixture
def room(made):
    """The workspace of a page, from which a room is served; nothing goes on when the test has ended."""
    made.as_it_was()
    served = Watching(made.copy, "room", "NEW=1", "ADDRESS=127.0.0.1:0")
    made.joins = re.search(r"make join ROOM=(\S+)", served.until(OPEN))[1]
    yield made
    served.stop()
    for attempt in made.attempts.iterdir():
        put_away(attempt)  # which ends whoever sends its lights


@pytest.mark.parametrize("command", [one for one in TYPED if verb(one) != "room"])
def test_a_command_does_what_the_pages_say(room, tmp_path, command):
    def typed(command):
        return room.copy.make(*words(command))

    joining = f"make join ROOM={room.joins}"
    if verb(command) == "leave":
        typed(joining)
    if "/media/stick" in command:
        assert typed(f"make hand-in IN={tmp_path}").returncode == 0
    command = re.sub(r"ROOM=\S+", f"ROOM={room.joins}", command).replace("/media/stick", str(tmp_path))
    command = re.sub("NAME=tables-3(?= ROOM)", "NAME=tables-9", command)
    done = typed(command)
    assert (done.returncode, done.stderr) == (0, "")
    assert SAYS[verb(command)] in " ".join(done.stdout.split())


@pytest.mark.parametrize("command", [one for one in TYPED if verb(one) == "room"])
def test_a_room_is_served_until_ctrl_c(made, tmp_path, command):
    watching = Watching(made.as_it_was(), *words(command.replace("/media/stick", str(tmp_path))))
    shown = watching.until(OPEN)
    watching.interrupt()
    said = watching.until("Traceback")  # or until it has ended
    watching.stop()
    assert OPEN in shown
    assert "Traceback" not in said


def test_the_pages_speak_of_each_verb():
    assert {verb(command) for command in TYPED} == {*OF_ROOMS, "start"}


# Killed at any moment

KILLS, LIGHTS, AT_ONCE = 10, 40, 2
PAIRS = range(10, 14)  # tables-3 is an attempt of the checkout, which the room shows too


class Sending(threading.Thread):
    """A pair that sends what the room does not have, until it has everything."""

    def __init__(self, number, room, progress):
        super().__init__(daemon=True)
        self.number, self.room, self.progress = number, room, progress

    def run(self):
        known = 0
        while known < LIGHTS:
            new = [light(n, 1000.0 + n) for n in range(known + 1, known + 1 + AT_ONCE) if n <= LIGHTS]
            try:
                status, answer = self.room().ask("POST", "lights", says(self.number, *new), self.number)
            except (OSError, HTTPException, ValueError):
                continue
            assert status == 200, answer
            known = answer["number"]
            self.progress.release()


def test_a_room_that_is_killed_ten_times_loses_nothing_and_doubles_nothing(made):
    rooms = [Served(made.as_it_was().root, "127.0.0.1:0", "NEW=1")]
    address, word = rooms[0].address, rooms[0].word
    progress = threading.Semaphore(0)
    pairs = [Sending(number, lambda: rooms[-1], progress) for number in PAIRS]
    for pair in pairs:
        pair.start()
    for kill in range(KILLS):
        for _ in range(1 + kill % 3):  # at another moment each time
            progress.acquire(timeout=60)
        rooms[-1].end(9)
        rooms.append(Served(made.copy.root, address))
    for pair in pairs:
        pair.join(120)
    _, state = rooms[-1].ask("GET", "state")
    rooms[-1].end()
    assert {one.word for one in rooms} == {word}
    (folder,) = made.copy.root.glob(f".room/*-{word}")
    records = Records(folder).select()
    expected = {f"tables-{number}": list(range(1, LIGHTS + 1)) for number in PAIRS}
    kept = {one.pair.name: [each.number for each in one.lights] for one in records}
    shown = {one["name"]: [each["number"] for each in one["lights"]] for one in state["pairs"]}
    assert {name: kept.get(name) for name in expected} == expected
    assert kept.keys() - expected.keys() <= {"tables-3"}
    assert {name: shown.get(name) for name in expected} == expected


# Many at once


def test_forty_pairs_and_five_pages_are_not_too_many():
    command = [sys.executable, TOP / "tests" / "check" / "room_load.py", "9"]
    made = subprocess.run(command, cwd=TOP, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    told = json.loads(made.stdout)
    assert told["lights"] == 3 * 40
    assert told["seen"] == 5 * told["lights"]
    assert told["p99"] < 2
    assert told["cores"] < 0.5
    assert told["MiB"] < 150


def connected(room, length, body=b""):
    """A client that says it will send so many bytes, and sends these."""
    host, port = room.address.split(":")
    made = socket.create_connection((host, int(port)))
    head = f"POST /{room.word}/lights HTTP/1.1\r\nHost: {room.address}\r\nContent-Length: {length}\r\n\r\n"
    made.sendall(head.encode() + body)
    return made


def test_slow_clients_hold_nobody_up_and_who_sends_too_much_is_told_before_it_is_read(made):
    room = Served(made.as_it_was().root, "127.0.0.1:0", "NEW=1")
    slow = [connected(room, 999, b"{") for _ in range(50)]
    status, answer = room.ask("POST", "lights", says(1, light(1, 1000.0)), 1)
    assert (status, answer["number"]) == (200, 1)
    for length in (2 * 1024**2, 10_000_000, 10**12):
        with connected(room, length) as greedy:
            assert greedy.recv(100).startswith(b"HTTP/1.1 413 ")
    assert room.ask("GET", "state")[0] == 200
    for one in slow:
        one.close()
    room.end()
