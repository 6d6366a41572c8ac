"""Pairs, lights and questions for a room; a network that a test can switch off, and an attempt."""

import io
import json
import math
from dataclasses import replace

import pytest
from rich.console import Console

from dojo.attempt import sending
from dojo.attempt.creation import create
from dojo.attempt.lights import record
from dojo.attempt.membership import Membership, join
from dojo.protocol.record import Pair
from dojo.protocol.report import Report, encoded
from dojo.room.book import Book
from dojo.room.rows import Rows
from dojo.room.sending import client
from dojo.room.sending.client import NoAnswer, NotTaken
from dojo.room.server import Room

ADDRESS = "127.0.0.1:8765"
ROOM = Membership(ADDRESS, "plum-fox", "0" * 32)
TABLES_3 = Pair("3" * 32, "tables-3", "fizz")
TABLES_4 = Pair("4" * 32, "tables-4", "fizz")
FIRST = Report("a" * 12, 1, 1000.0, "next", "red", 1, 2, "two is said")


def light(number, **other):
    return replace(FIRST, **{"number": number, "when": 1000.0 + number, **other})


def numbers(records):
    """The numbers of the lights of each pair."""
    return {record.pair.name: [light.number for light in record.lights] for record in records}


def ask(room, path, body=None, **headers):
    """The status of a request, and what it says."""
    path, _, words = path.partition("?")
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    environ = {
        "REQUEST_METHOD": "GET" if body is None else "POST",
        "PATH_INFO": path,
        "QUERY_STRING": words,
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": ADDRESS,
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(content)),
        "wsgi.input": io.BytesIO(content),
        **headers,
    }
    seen = []
    answer = b"".join(room(environ, lambda status, _headers: seen.append(status)))
    said = answer.decode()
    return int(seen[0][:3]), json.loads(said) if said.startswith("{") else said


class FakeNetwork:
    """Every question goes to the room itself, if it is there."""

    def __init__(self, folder):
        self.folder, self.questions = folder, []
        self.restart()

    def restart(self):
        self.room = Room("plum-fox", "secret", ADDRESS, Book.opened(self.folder), Rows())
        self.is_on, self.hears = True, math.inf
        """So many more questions get an answer; the room keeps the next one, and dies."""

    def asked(self, room, method, what, told=None):
        body = None if method == "GET" else encoded(told)
        self.questions.append(body or b"")
        if not self.is_on or room.address != ADDRESS:
            raise NoAnswer("Connection refused")
        status, value = ask(self.room, f"/{room.word}/{what}", body)
        self.is_on, self.hears = self.hears > 0, self.hears - 1
        if not self.is_on:
            raise NoAnswer("Connection reset")
        if status != 200:
            raise NotTaken(value["error"])
        return value

    @property
    def numbers(self):
        """The lights of each pair, as the room has them on its disk."""
        return numbers(Book.opened(self.folder).records.values())

    @property
    def record(self):
        (found,) = self.room.book.records.values()
        return found


@pytest.fixture
def book(tmp_path):
    return Book.opened(tmp_path / "pairs")


@pytest.fixture(autouse=True)
def begun(monkeypatch):
    """No sender begins by itself: who would have begun is noted."""
    started = []
    monkeypatch.setattr(sending, "begin", started.append)
    return started


@pytest.fixture
def network(tmp_path, monkeypatch):
    made = FakeNetwork(tmp_path / "pairs")
    monkeypatch.setattr(client, "asked", made.asked)
    return made


@pytest.fixture
def attempt(bare):
    return create(bare.workspace, "tables-3", "fizz")


@pytest.fixture
def joined(attempt):
    join(attempt, ROOM)
    return attempt


@pytest.fixture
def out():
    return Console(width=200, highlight=False)


def run(attempt, colour="red", code=None):
    if code is not None:
        attempt.module.write_text(code)
    return record(attempt, verb="next", colour=colour, counts={colour: 1})
