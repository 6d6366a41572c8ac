"""The address that a room is served at, and what slow or greedy clients come to."""

import asyncio
import re
import socket
import time
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from dojo.attempt.lock import take_lock
from dojo.errors import UsageError
from dojo.room import server
from dojo.room.app import RoomApp
from dojo.room.clock import Plan
from dojo.room.models import write_record
from dojo.room.records import Records, find_room
from dojo.room.server import Nearby, bind, name_of, own_address, room, serve
from room.conftest import delivery, light

EXAMPLE = "ADDRESS is a host and a port, for example 192.168.1.20:8765, not "


@pytest.mark.parametrize(
    ("text", "told"),
    [
        *[(text, EXAMPLE + text) for text in ("a:b:c", "x:99999", "http://x:1", "a/b")],
        ("0.0.0.0:8765", "a room has one address, and 0.0.0.0 is all of them: ADDRESS= names one"),
        ("[::]:1", "a room has one address, and :: is all of them: ADDRESS= names one"),
        ("0:0", "a room has one address, and 0 is all of them: ADDRESS= names one"),
        ("192.0.2.1:0", "the room cannot be served at 192.0.2.1:0: "),
        ("a..b:0", "no such host"),
        (f"{'x' * 70}:0", "no such host"),
    ],
)
def test_an_address_that_no_room_can_have_is_a_mistake(text, told):
    with pytest.raises(UsageError) as mistake:
        bind(text)
    assert told in str(mistake.value)


def test_a_port_that_is_taken_is_a_mistake_if_it_was_asked_for_and_else_gives_way():
    with bind("127.0.0.1:0") as take_lock:
        name, port = name_of(take_lock), take_lock.getsockname()[1]
        told = f"the room cannot be served at {name}: .+ ADDRESS=:8800 names another port"
        with pytest.raises(UsageError, match=told):
            bind(name)
        with bind("127.0.0.1", port) as other:
            assert other.getsockname()[1] != port


def test_without_a_network_it_is_the_address_that_only_this_machine_reaches(monkeypatch):
    class NoNetwork(socket.socket):
        def connect(self, _address):
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(server.socket, "socket", NoNetwork)
    assert own_address() == "127.0.0.1"


# Opening


def test_a_room_that_cannot_be_served_changes_nothing(bare):
    with bind("127.0.0.1:0") as other, pytest.raises(UsageError, match="cannot be served"):
        room(bare.workspace, name_of(other), None, Plan(), new=True)
    assert find_room(bare.root) is None


def test_a_room_that_is_served_already_is_not_served_twice(bare):
    records = Records.create(bare.root)
    held = take_lock(records.folder / "served")
    with pytest.raises(
        UsageError, match="the room plum-fox is served already, at port 0: NEW=1 opens another"
    ):
        room(bare.workspace, "127.0.0.1:0", None, Plan(), new=False)
    held.close()


def test_it_says_which_older_rooms_there_are_once_it_can_record(bare, monkeypatch, capsys):
    async def serve(_server, _sockets):
        await asyncio.sleep(0)

    monkeypatch.setattr(server.uvicorn.Server, "serve", serve)
    words = iter(["iron-owl", "new-newt"])
    monkeypatch.setattr("dojo.room.records.join_word", lambda: next(words))
    for new in (True, True):
        room(bare.workspace, "127.0.0.1:0", None, Plan(), new=new)
    for word in ("", "iron-owl"):
        room(bare.workspace, "127.0.0.1:0", None, Plan(), word=word, new=False)
    said = capsys.readouterr().out
    served = re.findall(r"make join ROOM=\S+/(\S+)", said)
    assert served == ["iron-owl", "new-newt", "new-newt", "iron-owl"]
    assert "Older rooms: iron-owl. make room ROOM=iron-owl opens one." in said


# Limits


class Opened:
    """A connection, as far as the limits see it."""

    def __init__(self, since, address="a", unread=0):
        self.since, self.client, self.unread = since, (address, 1), unread
        self.transport, self.is_open = self, True

    def abort(self):
        self.is_open = False

    def get_write_buffer_size(self):
        return self.unread


OPENED = [
    pytest.param({"address": "aaaaaa"}, "..xxxx", id="the oldest, if there are too many"),
    pytest.param({"address": "baaaac"}, "x..xxx", id="the oldest of the address with most"),
    pytest.param({"address": "abcd"}, "xxxx", id="none while there are few"),
    pytest.param({"unread": [1, 9, 2, 8]}, "x.x.", id="the one with most unread, while there is too much"),
    pytest.param({"unread": [1, 2, 3, 4]}, "xxxx", id="none while it is little"),
    pytest.param({"since": [-21, -19]}, ".x", id="who takes too long"),
]


@pytest.mark.parametrize(("opened", "is_open"), OPENED)
def test_of_the_connections_is_ended(monkeypatch, opened, is_open):
    monkeypatch.setattr(server, "CONNECTIONS", 4)
    monkeypatch.setattr(server, "LEAST", 4)
    monkeypatch.setattr(server, "UNSENT", 10)
    now = time.monotonic()
    made, connections = [], set()
    for number, *_ in enumerate(is_open):
        told = {name: values[number] for name, values in opened.items()}
        told["since"] = now + told.get("since", number / 1000)
        made.append(Opened(**told))
        connections.add(made[-1])
        server.hold_out(connections)
    assert "".join("x" if one.is_open else "." for one in made) == is_open
    assert connections == {one for one in made if one.is_open}


@asynccontextmanager
async def served(records, bare):
    """The socket of a room, and its app."""
    with bind("127.0.0.1:0") as listens:
        app = RoomApp(records, name_of(listens))
        task = asyncio.create_task(serve(listens, Nearby(app, bare.workspace, None)))
        await asyncio.sleep(0)
        yield listens.getsockname(), app.address
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def http(method, address, path, body=b""):
    """A request."""
    head = f"{method} /plum-fox/{path} HTTP/1.1\r\nHost: {address}\r\nPair: {'3' * 32}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


async def honest(address, body):
    """The status of a pair that sends a light, within two seconds."""
    host, port = address.split(":")
    async with asyncio.timeout(2):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(http("POST", address, "lights", body))
        status = (await reader.read()).split()[1]  # all of it: each connection is for one request
    writer.transport.abort()
    return status


def trickling(connection, _address):
    connection.sendall(b"G")


def promising(connection, address):
    connection.sendall(http("POST", address, "lights", b"x" * 999)[:-990])


def pipelining(connection, address):
    """Asks again and again, and reads nothing."""
    connection.setblocking(False)
    for _ in range(100):
        try:
            connection.send(http("GET", address, "state?era=&after=0") * 100)
        except BlockingIOError:
            return


ATTACKS = [(trickling, 300), (promising, 300), (pipelining, 8)]


@pytest.mark.parametrize(("attack", "many"), ATTACKS, ids=[attack.__name__ for attack, _ in ATTACKS])
def test_a_light_arrives_while(records, bare, monkeypatch, attack, many):
    monkeypatch.setattr(server, "CONNECTIONS", 60)
    for key in "456789":
        records.keep(delivery(*(light(n) for n in range(1, 300)), key=key, name=f"tables-{key}"))

    async def evening():
        async with served(records, bare) as (place, address):
            made = []
            for _ in range(many):
                made.append(await asyncio.to_thread(socket.create_connection, place))
                await asyncio.to_thread(attack, made[-1], address)
            statuses = [await honest(address, write_record(delivery(light(n)))) for n in (1, 2)]
            for one in made:
                one.close()
            return statuses

    assert asyncio.run(evening()) == [b"200", b"200"]


def test_however_many_come_at_once_the_files_suffice(records, bare, monkeypatch):
    monkeypatch.setattr(server, "CONNECTIONS", 20)
    files = []

    def hold_out(connections):
        files.append(len([*Path("/dev/fd").iterdir()]))
        ended(connections)

    ended = server.hold_out
    monkeypatch.setattr(server, "hold_out", hold_out)

    async def evening():
        async with served(records, bare) as (place, _):
            await asyncio.sleep(0.1)
            made = [socket.create_connection(place) for _ in range(200)]  # before it can let anybody in
            before = len([*Path("/dev/fd").iterdir()])
            while len(files) < 200:
                await asyncio.sleep(0.01)
            for one in made:
                one.close()
            return max(files) - before

    assert asyncio.run(evening()) < 20 + server.SPARE / 2


def test_a_client_that_takes_too_long_is_ended(records, bare, monkeypatch):
    monkeypatch.setattr(server, "PATIENCE", 0.05)

    async def evening():
        async with served(records, bare) as (place, _):
            reader, writer = await asyncio.open_connection(*place)
            writer.write(b"GET /")
            try:
                ended = await asyncio.wait_for(reader.read(), 10)
            except ConnectionResetError:
                ended = b""
            writer.transport.abort()
            return ended

    assert asyncio.run(evening()) == b""
