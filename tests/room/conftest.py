"""Pairs, lights and requests for a room; a network that a test can switch off, and an attempt."""

import asyncio
import json
import math
from http.client import RemoteDisconnected

import msgspec
import pytest
from msgspec.structs import replace
from rich.console import Console

from dojo.attempt.create import create
from dojo.attempt.light import record
from dojo.attempt.membership import Membership, join
from dojo.room import sync
from dojo.room.app import RoomApp
from dojo.room.models import Pair, Record, Report, id_of, write_record
from dojo.room.records import Records

ADDRESS = "127.0.0.1:8765"
WORD = "plum-fox"
ROOM = Membership(ADDRESS, WORD, "0" * 32)
FIRST = Report("a" * 12, 1, 1000.0, "next", "red", 1, 2, "two is said")


def light(number, **other):
    return replace(FIRST, **{"number": number, "when": 1000.0 + number, **other})


def delivery(*lights, name="tables-3", key="3", shares=False, **other):
    """What a pair sends."""
    return Record(Pair(id_of(key * 32), name, "fizz", shares), list(lights), **other)


def lines_of(*told):
    """Lines that a pair sends: texts, or what becomes JSON."""
    texts = (one.encode() if isinstance(one, str) else msgspec.json.encode(one) for one in told)
    return b"".join(text + b"\n" for text in texts)


def numbers(records):
    """The numbers of the lights of each pair."""
    return {record.pair.name: [light.number for light in record.lights] for record in records}


async def answer(app, path, body=None, client="127.0.0.1", says="http.request", **headers):
    """The status of a request, and what it says; with `says` its client may have gone."""
    path, _, words = path.partition("?")
    content = body if isinstance(body, bytes) else msgspec.json.encode(body)
    headers = {"host": ADDRESS, "content_length": str(len(content)), **headers}
    scope = {
        "type": "http",
        "method": "GET" if body is None else "POST",
        "path": path,
        "query_string": words.encode(),
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
        "client": (client, 50_000),
    }
    sent = []

    async def receive():
        return {"type": says, "body": content, "more_body": False}

    async def send(message):
        sent.append(message)

    await app(scope, receive, send)
    said = b"".join(message.get("body", b"") for message in sent).decode()
    return sent[0]["status"], json.loads(said) if said.startswith("{") else said


def ask(*asked, **how):
    return asyncio.run(answer(*asked, **how))


def send(app, *lights, key="3", client="127.0.0.1", **other):
    """The answer to a pair that sends these lights."""
    content = write_record(delivery(*lights, key=key, **other))
    return ask(app, "/plum-fox/lights", content, client, pair=key * 32)


class FakeNetwork:
    """In place of each connection: every request goes to the room itself, if it is there."""

    def __init__(self, records):
        self.records, self.app, self.requests = records, RoomApp(records, ADDRESS), []
        self.says = None  # a status and a content that come instead of those of the room
        self.is_on, self.hears = True, math.inf
        """How many more requests get an answer; the room records the next one, and dies."""

    def connect(self, address, **_how):
        self.address = address
        return self

    def request(self, method, path, body, headers):
        self.requests.append(body or b"")
        if not self.is_on or self.address != ADDRESS:
            raise ConnectionRefusedError
        body = body if method == "POST" else None
        self.status, said = self.says or ask(self.app, path, body, host=headers["Host"], pair=headers["Pair"])
        self.content = said if isinstance(said, bytes) else json.dumps(said).encode()
        self.is_on, self.hears = self.hears > 0, self.hears - 1

    def getresponse(self):
        if not self.is_on:
            raise RemoteDisconnected
        return self

    def read1(self, _most):
        content, self.content = self.content, b""
        return content

    def close(self):
        """There is nothing to close."""

    def restart(self):
        """The room as it is when it is served again."""
        folder = self.records.folder
        self.records.database.close()
        self.__init__(Records(folder))

    @property
    def numbers(self):
        """The lights of each pair, as the room has them on its disk."""
        return numbers(Records(self.records.folder).select())


@pytest.fixture(autouse=True)
def word(monkeypatch):
    monkeypatch.setattr("dojo.room.records.join_word", lambda: WORD)


@pytest.fixture
def records(tmp_path):
    made = Records.create(tmp_path / "top")
    made.save(msgspec.structs.replace(made.info, lead="secret"))
    yield made
    made.database.close()


@pytest.fixture
def network(records, monkeypatch):
    made = FakeNetwork(records)
    monkeypatch.setattr(sync, "HTTPConnection", made.connect)
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
