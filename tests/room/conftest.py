"""Pairs, lights and requests for a room; a network that a test can switch off, and an attempt."""

import asyncio
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from http.client import RemoteDisconnected
from pathlib import Path
from typing import Any

import msgspec
import pytest
from helpers import Copy, record_light
from msgspec.structs import replace
from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.create import create
from dojo.attempt.light import Light
from dojo.attempt.membership import Membership, join
from dojo.room import sync
from dojo.room.app import RoomApp
from dojo.room.models import Pair, Record, Report, id_of, write_record
from dojo.room.storage.records import Records
from dojo.room.storage.rooms import create_room

ADDRESS = "127.0.0.1:8765"
WORD = "plum-fox"
ROOM = Membership(ADDRESS, WORD, "0" * 32)
FIRST = Report("a" * 12, 1, 1000.0, "next", "red", 1, 2, "two is said")


def light(number: int, **other: Any) -> Report:
    return replace(FIRST, **{"number": number, "when": 1000.0 + number, **other})


def delivery(
    *lights: Report, name: str = "tables-3", key: str = "3", shares: bool = False, **other: Any
) -> Record:
    """What a pair sends."""
    return Record(Pair(id_of(key * 32), name, "fizz", shares), list(lights), **other)


def lines_of(*objects: object) -> bytes:
    """Lines that a pair sends: texts, or what becomes JSON."""
    content = b""
    for each in objects:
        content += each.encode() if isinstance(each, str) else msgspec.json.encode(each)
        content += b"\n"
    return content


def numbers(records: Iterable[Record]) -> dict[str, list[int]]:
    """The numbers of the lights of each pair."""
    return {record.pair.name: [light.number for light in record.lights] for record in records}


async def answer(
    app: RoomApp,
    path: str,
    body: object = None,
    client: str = "127.0.0.1",
    says: str = "http.request",
    **headers: str,
) -> tuple[int, Any]:
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
    sent: list[Mapping[str, Any]] = []

    async def receive() -> dict[str, object]:
        return {"type": says, "body": content, "more_body": False}

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    said = b"".join(message.get("body", b"") for message in sent).decode()
    return sent[0]["status"], json.loads(said) if said.startswith("{") else said


def ask(app: RoomApp, path: str, body: object = None, **how: str) -> tuple[int, Any]:
    return asyncio.run(answer(app, path, body, **how))


def send(
    app: RoomApp, *lights: Report, key: str = "3", client: str = "127.0.0.1", **other: Any
) -> tuple[int, Any]:
    """The answer to a pair that sends these lights."""
    content = write_record(delivery(*lights, key=key, **other))
    return ask(app, "/plum-fox/lights", content, client=client, pair=key * 32)


class FakeNetwork:
    """In place of each connection: every request goes to the room itself, if it is there."""

    def __init__(self, records: Records) -> None:
        self.serve(records)

    def serve(self, records: Records) -> None:
        self.records, self.app = records, RoomApp(records, ADDRESS)
        self.requests: list[bytes] = []
        # a status and a content that come instead of those of the room
        self.says: tuple[int, Any] | None = None
        self.is_on, self.hears = True, math.inf
        """How many more requests get an answer; the room records the next one, and dies."""

    def connect(self, address: str, **_how: object) -> "FakeNetwork":
        self.address = address
        return self

    def request(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> None:
        self.requests.append(body or b"")
        if not self.is_on or self.address != ADDRESS:
            raise ConnectionRefusedError
        body = body if method == "POST" else None
        self.status, said = self.says or ask(self.app, path, body, host=headers["Host"], pair=headers["Pair"])
        self.content = said if isinstance(said, bytes) else json.dumps(said).encode()
        self.is_on, self.hears = self.hears > 0, self.hears - 1

    def getresponse(self) -> "FakeNetwork":
        if not self.is_on:
            raise RemoteDisconnected("")
        return self

    def read1(self, _most: int) -> bytes:
        content, self.content = self.content, b""
        return content

    def close(self) -> None:
        """There is nothing to close."""

    def restart(self) -> None:
        """The room as it is when it is served again."""
        folder = self.records.folder
        self.records.database.close()
        self.serve(Records(folder))

    @property
    def numbers(self) -> dict[str, list[int]]:
        """The lights of each pair, as the room has them on its disk."""
        return numbers(Records(self.records.folder).select())


@pytest.fixture(autouse=True)
def word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dojo.room.storage.rooms.join_word", lambda: WORD)


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    made = create_room(tmp_path / "top")
    made.save(msgspec.structs.replace(made.info, lead="secret"))
    yield made
    made.database.close()


@pytest.fixture
def network(records: Records, monkeypatch: pytest.MonkeyPatch) -> FakeNetwork:
    made = FakeNetwork(records)
    monkeypatch.setattr(sync, "HTTPConnection", made.connect)
    return made


@pytest.fixture
def attempt(bare: Copy) -> Attempt:
    return create(bare.workspace, "tables-3", "fizz")


@pytest.fixture
def joined(attempt: Attempt) -> Attempt:
    join(attempt, ROOM)
    return attempt


@pytest.fixture
def out() -> Console:
    return Console(width=200, highlight=False)


def run(attempt: Attempt, colour: str = "red", code: str | None = None) -> Light:
    if code is not None:
        attempt.module.write_text(code)
    return record_light(attempt, verb="next", colour=colour, counts={colour: 1})
