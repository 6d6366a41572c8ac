"""The address of a room, what slow or greedy clients come to, and the lights of attempts and files here."""

import asyncio
import dataclasses
import os
import re
import socket
import sys
import time
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from unittest.mock import Mock

import pytest
import uvicorn
from msgspec.structs import replace

from dojo.attempt.lock import take_lock
from dojo.attempt.membership import join, membership
from dojo.errors import UsageError
from dojo.room import server
from dojo.room.app import RoomApp
from dojo.room.clock import Plan
from dojo.room.models import Pair, Record, id_of, write_record
from dojo.room.records import Records, find_info, find_room
from dojo.room.server import Nearby, bind, name_of, own_address, room, serve
from room.conftest import ADDRESS, ROOM, ask, delivery, light, numbers, run

EXAMPLE = "ADDRESS is a host and a port, for example 192.168.1.20:8765, not "


@pytest.mark.parametrize(
    ("text", "told"),
    [
        *[(text, EXAMPLE + text) for text in ("a:b:c", "x:99999", "http://x:1", "a/b")],
        ("0.0.0.0:8765", "a room has one address, and 0.0.0.0 is all of them: ADDRESS= names one"),
        ("[::]:1", "a room has one address, and :: is all of them: ADDRESS= names one"),
        ("192.0.2.1:0", "the room cannot be served at 192.0.2.1:0: "),
        ("a..b:0", "no such host"),
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
    monkeypatch.setattr(socket, "socket", Mock(side_effect=OSError(101, "Network is unreachable")))
    assert own_address() == "127.0.0.1"


def test_a_room_that_cannot_be_served_or_is_served_already_changes_nothing(bare):
    with bind("127.0.0.1:0") as other, pytest.raises(UsageError, match="cannot be served"):
        room(bare.workspace, name_of(other), None, Plan(), new=True)
    assert find_room(bare.root) is None
    records = Records.create(bare.root)
    told = "the room plum-fox is at port 0 already: NEW=1 opens another"
    lock = take_lock(records.folder / "served")
    assert lock
    with lock, pytest.raises(UsageError, match=told):
        room(bare.workspace, "127.0.0.1:0", None, Plan(), new=False)


def test_it_says_which_older_rooms_there_are_once_it_can_record(bare, monkeypatch, capsys):
    async def serve(_server, _sockets):
        await asyncio.sleep(0)

    monkeypatch.setattr(uvicorn.Server, "serve", serve)
    words = iter(["iron-owl", "new-newt"])
    monkeypatch.setattr("dojo.room.records.join_word", lambda: next(words))
    for word, new in (("", True), ("", True), ("", False), ("iron-owl", False)):
        room(bare.workspace, "127.0.0.1:0", None, Plan(), word=word, new=new)
    said = capsys.readouterr().out
    served = re.findall(r"make join ROOM=\S+/(\S+)", said)
    assert served == ["iron-owl", "new-newt", "new-newt", "iron-owl"]
    assert "Older rooms: iron-owl. make room ROOM=iron-owl opens one." in said


def test_a_room_goes_on_as_it_was_opened(bare, tmp_path, monkeypatch, capsys):
    async def serve(_server, _sockets):
        await asyncio.sleep(0)

    def offer(app):
        app.kata, app.story = "fizz", str(bare.root)

    monkeypatch.setattr(uvicorn.Server, "serve", serve)
    handed_in = tmp_path / "stick"
    handed_in.mkdir()
    room(bare.workspace, "127.0.0.1:0", handed_in, Plan(), new=True, extend=offer)
    first = find_info(bare.root)
    capsys.readouterr()
    room(bare.workspace, "", None, Plan(), new=False)
    again = find_info(bare.root)
    assert first
    assert again
    assert (again.asked, again.handed_in, again.kata) == ("127.0.0.1:0", str(handed_in), "fizz")
    assert again.story == str(bare.root)
    said = capsys.readouterr().out
    assert f"It also shows the files of make hand-in in {handed_in}, as they come." in said
    assert again.address.startswith("127.0.0.1:")
    moved = f"Before, it was at {first.address}: each pair that joined there joins again, in this place."
    assert (moved in said) == (again.address != first.address)


def test_a_room_without_its_kata_in_the_browser_still_tells_the_kata(bare, monkeypatch, capsys):
    async def serve(_server, _sockets):
        await asyncio.sleep(0)

    monkeypatch.setattr(uvicorn.Server, "serve", serve)
    records = Records.create(bare.root)
    records.save(replace(records.info, kata="fizz", story=str(bare.root)))
    records.database.close()
    room(bare.workspace, "127.0.0.1:0", None, Plan(), new=False)
    assert " KATA=fizz\n" in capsys.readouterr().out
    again = find_info(bare.root)
    assert again
    assert again.kata == "fizz"


def test_a_laptop_in_another_network_serves_the_room_where_it_is_now(bare, monkeypatch, capsys):
    async def serve(_server, _sockets):
        await asyncio.sleep(0)

    monkeypatch.setattr(uvicorn.Server, "serve", serve)
    monkeypatch.setattr(server, "own_address", lambda: "127.0.0.1")
    records = Records.create(bare.root)
    # an address that no machine has
    records.save(replace(records.info, asked="192.0.2.1:8765", address="192.0.2.1:8765"))
    records.database.close()
    room(bare.workspace, "", None, Plan(), new=False)
    said = " ".join(capsys.readouterr().out.split())
    assert "The room is open, at 127.0.0.1:" in said
    assert "Before, it was at 192.0.2.1:8765: each pair that joined there joins again, in this place." in said


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
    for limit, number in {"MAX_CONNECTIONS": 4, "MIN_CONNECTIONS": 4, "MAX_UNREAD_BYTES": 10}.items():
        monkeypatch.setattr(server, limit, number)
    made, connections, now = [], set(), time.monotonic()
    for number in range(len(is_open)):
        told = {name: values[number] for name, values in opened.items()}
        one = Mock(since=now + told.get("since", number / 1000), client=(told.get("address", "a"), 1))
        one.transport.get_write_buffer_size.return_value = told.get("unread", 0)
        made.append(one)
        connections.add(one)
        server.end_greedy(connections)
    assert "".join("x" if one in connections else "." for one in made) == is_open
    assert connections == {one for one in made if not one.transport.abort.called}


def test_of_too_many_connections_a_twentieth_is_ended_at_once(monkeypatch):
    """To look for the oldest one takes so long that a storm of clients must not ask for it each time."""
    monkeypatch.setattr(server, "MAX_CONNECTIONS", 40)
    made = [Mock(since=time.monotonic() + number / 1000, client=("a", 1)) for number in range(41)]
    for one in made:
        one.transport.get_write_buffer_size.return_value = 0
    connections = {*made}
    server.end_greedy(connections)
    assert connections == {*made[2:]}
    server.end_greedy(connections)
    assert connections == {*made[2:]}


def test_slow_work_lets_the_loop_of_a_room_go_on_in_a_tenth_of_a_millisecond(records, bare):
    before = sys.getswitchinterval()

    async def evening():
        async with served(records, bare):
            await asyncio.sleep(0.1)
            return sys.getswitchinterval()

    assert asyncio.run(evening()) <= 0.0001
    assert sys.getswitchinterval() == before


@asynccontextmanager
async def served(records, bare):
    """The socket of a room, and its address."""
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


async def answer(place, request):
    """What is answered, until the connection ends: each is for one request."""
    reader, writer = await asyncio.open_connection(*place)
    writer.write(request)
    with suppress(ConnectionResetError):
        return await asyncio.wait_for(reader.read(), 10)


def trickling(connection, _address):
    connection.sendall(b"G")


def promising(connection, address):
    connection.sendall(http("POST", address, "lights", b"x" * 999)[:-990])


def pipelining(connection, address):
    """Asks again and again, and reads nothing."""
    connection.setblocking(False)
    for _ in range(100):
        connection.send(http("GET", address, "state") * 100)


def comparing(connection, address):
    """Asks for a change that takes long, and hangs up."""
    connection.sendall(http("GET", address, "diff?pair=tables-9&from=0&to=1"))
    connection.close()


ATTACKS = [(trickling, 300), (promising, 300), (pipelining, 8), (comparing, 60)]
LONG_FILES = {f"{number}.py": "".join(f"{line}\n" for line in range(1500)) for number in range(40)}
OTHER_FILES = {name: text.replace("1", "2") for name, text in LONG_FILES.items()}


def test_a_light_arrives_while_others_attack_and_the_files_suffice(records, bare, monkeypatch):
    files, ended = [], server.end_greedy

    def end_greedy(connections):
        files.append(len([*Path("/dev/fd").iterdir()]))
        ended(connections)

    monkeypatch.setattr(server, "MAX_CONNECTIONS", 20)
    monkeypatch.setattr(server, "end_greedy", end_greedy)
    for key in "456789":
        records.keep(delivery(*map(light, range(1, 300)), key=key, name=f"tables-{key}"))
    changed = light(300, files=LONG_FILES), light(301, files=OTHER_FILES)
    records.keep(
        delivery(
            *[replace(one, number=n) for n, one in enumerate(changed, 1)],
            key="9",
            name="tables-9",
            shares=True,
        )
    )

    async def evening():
        async with served(records, bare) as (place, address):
            await asyncio.sleep(0.1)
            for number, (attack, many) in enumerate(ATTACKS, 1):
                made = [socket.create_connection(place) for _ in range(many)]  # before it can let anybody in
                files.clear()
                before = len([*Path("/dev/fd").iterdir()])
                for one in made:
                    with suppress(OSError):
                        await asyncio.to_thread(attack, one, address)
                sent = http("POST", address, "lights", write_record(delivery(light(number))))
                assert b" 200 " in await answer(place, sent)
                assert max(files) - before < 20 + server.FILES_OF_THE_ROOM / 2
                for one in made:
                    one.close()

    asyncio.run(evening())


def test_a_client_that_takes_too_long_is_ended(records, bare, monkeypatch):
    monkeypatch.setattr(server, "CLIENT_TIMEOUT_S", 0.05)

    async def evening():
        async with served(records, bare) as (place, _):
            return await answer(place, b"GET /")

    assert not asyncio.run(evening())


# Attempts of the checkout, and a folder of files


@pytest.fixture
def nearby(records, bare, tmp_path):
    (tmp_path / "stick").mkdir()
    return Nearby(RoomApp(records, ADDRESS), bare.workspace, tmp_path / "stick")


def look(nearby):
    """The lights of each pair in the room, once it has looked."""
    asyncio.run(nearby.look())
    return numbers(nearby.app.records.select())


def notes(nearby):
    """What the page says beside the lights."""
    return ask(nearby.app, "/plum-fox/state")[1]["notes"]


def test_the_lights_of_an_attempt_here_are_in_the_room_as_they_come(nearby, attempt):
    assert look(nearby) == {}
    run(attempt)
    assert look(nearby) == {"tables-3": [1]}
    nearby.app.records.database.execute("PRAGMA query_only = ON")  # the disk is full
    assert (look(nearby), notes(nearby)) == ({"tables-3": [1]}, [])  # what is there is not read again
    run(attempt)
    told = "Nothing is recorded: attempt to write a readonly database. The room goes on showing."
    assert (look(nearby), notes(nearby)) == ({"tables-3": [1]}, [told])
    nearby.app.records.database.execute("PRAGMA query_only = OFF")
    assert look(nearby) == {"tables-3": [1, 2]}


def test_an_attempt_of_another_day_is_not_in_the_room_and_one_that_joins_is(nearby, attempt):
    """And it is the same pair."""
    run(attempt)
    opened = nearby.app.records.info.opened
    for hours, there in ((13, {}), (11, {"tables-3": [1]})):
        nearby.app.records.info = replace(nearby.app.records.info, opened=opened + 3600 * hours)
        assert look(nearby) == there
    member = membership(attempt)
    assert member
    key = member.key
    join(attempt, dataclasses.replace(ROOM, key=key))
    run(attempt)
    assert look(nearby) == {"tables-3": [1]}
    nearby.app.records.keep(Record(Pair(id_of(key), "Ada", "fizz")))
    assert numbers(nearby.app.records.select()) == {"Ada": [1]}


def put(nearby, name, many, key="3", cut=0):
    """A file with so many lights, but for some bytes at its end."""
    content = write_record(delivery(*map(light, range(1, many + 1)), key=key, name=f"tables-{key}"))
    (nearby.folder / f"{name}.lights").write_bytes(content[: len(content) - cut])


def test_files_show_as_they_grow_as_far_as_they_are_copied_and_each_light_once(nearby):
    assert look(nearby) == {}
    put(nearby, "a", 2)
    put(nearby, "b", 1)
    put(nearby, "c", 2, key="4", cut=40)
    assert look(nearby) == {"tables-3": [1, 2], "tables-4": [1]}
    nearby.app.records.keep(delivery(light(3), name="Ada", shares=True))
    put(nearby, "b", 4)
    put(nearby, "c", 2, key="4")
    assert look(nearby) == {"Ada": [1, 2, 3, 4], "tables-4": [1, 2]}
    assert nearby.app.records.find(name="Ada").pair.shares


STRANGE = {
    "\x1b[2J": (lambda file: file.write_bytes(b"<html>\n"), "a line cannot be taken: JSON is malformed"),
    "a FIFO": (os.mkfifo, "it is no regular file, or too large"),
    "a byte": (lambda file: file.write_bytes(b'{"a": "\xff"}\n'), "a line cannot be taken: 'utf-8' codec"),
    "a folder": (os.mkdir, "it is no regular file, or too large"),
    "empty": (Path.touch, "what a pair says cannot be taken: Object missing required field `pair`"),
}


def test_files_that_are_not_taken_are_named_and_the_others_are_there(nearby, monkeypatch):
    for name, (make, _) in STRANGE.items():
        make(nearby.folder / f"{name}.lights")
    put(nearby, "z", 1)
    assert look(nearby) == {"tables-3": [1]}
    shown = [f"{name}.lights is not taken: {told}" for name, (_, told) in STRANGE.items()]
    shown[0] = shown[0].replace("\x1b", "\N{REPLACEMENT CHARACTER}")
    assert [note[: len(told)] for note, told in zip(notes(nearby), shown, strict=True)] == shown
    with monkeypatch.context() as patch:  # the stick is pulled out
        patch.setattr(os, "stat", Mock(side_effect=OSError(5, "Input/output error")))
        assert look(nearby) == {"tables-3": [1]}
    assert "the folder is not taken: Input/output error" in notes(nearby)
    look(nearby)
    assert len(notes(nearby)) == len(STRANGE)
