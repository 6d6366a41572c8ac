"""A room without a network, which a test can switch off, and an attempt that has joined it."""

from dataclasses import replace

import pytest
from rich.console import Console

from dojo.attempt import sending
from dojo.attempt.creation import create
from dojo.attempt.lights import record
from dojo.attempt.membership import Membership, join
from dojo.protocol.report import encoded
from dojo.room.book import Book
from dojo.room.rows import Rows
from dojo.room.sending import client
from dojo.room.sending.client import NoAnswer, NotTaken
from dojo.room.server import Room
from room.test_server import ADDRESS, ask

ROOM = Membership(ADDRESS, "plum-fox", "0" * 32)


class FakeNetwork:
    """Every question goes to the room itself, if it is there."""

    def __init__(self, folder):
        self.folder, self.is_on, self.questions, self.largest = folder, True, 0, 0
        self.dies_after = None
        """So many more questions the room hears: it keeps the last one, and nobody gets the answer."""
        self.restart()

    def restart(self):
        self.room = Room("plum-fox", "secret", ADDRESS, Book.opened(self.folder), Rows())
        self.is_on, self.dies_after = True, None

    def asked(self, room, method, what, told=None):
        self.questions += 1
        if not self.is_on or room.address != ADDRESS:
            raise NoAnswer("Connection refused")
        body = None if method == "GET" else encoded(told)
        self.largest = max(self.largest, len(body or b""))
        status, value = ask(self.room, f"/{room.word}/{what}", body)
        if self.dies_after is not None:
            self.dies_after -= 1
            if self.dies_after < 0:
                self.is_on = False
                raise NoAnswer("Connection reset")
        if status != 200:
            raise NotTaken(value["error"])
        return value

    @property
    def numbers(self):
        """The lights of each pair, as the room has them on its disk."""
        records = Book.opened(self.folder).records.values()
        return {record.pair.name: [light.number for light in record.lights] for record in records}

    @property
    def record(self):
        (found,) = self.room.book.records.values()
        return found


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
def attempt(small):
    return create(small.workspace, "tables-3", "fizz")


@pytest.fixture
def joined(attempt):
    join(attempt, ROOM)
    return attempt


@pytest.fixture
def sharing(attempt):
    join(attempt, replace(ROOM, shares=True))
    return attempt


@pytest.fixture
def out():
    return Console(width=200, highlight=False)


def run(attempt, colour="red", code=None):
    if code is not None:
        attempt.module.write_text(code)
    return record(attempt, verb="next", colour=colour, counts={colour: 1})
