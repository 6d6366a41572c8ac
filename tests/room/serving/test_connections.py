"""What slow or greedy clients come to, and that an honest one is served meanwhile."""

import asyncio
import socket
import time
from contextlib import suppress
from pathlib import Path
from unittest.mock import Mock

import pytest

from dojo.room.models import write_record
from dojo.room.serving import connections
from room.conftest import delivery, light
from room.serving.conftest import answer_to, http, served

OPENED = [
    pytest.param({"address": "aaaaaa"}, "..xxxx", id="the oldest, if there are too many"),
    pytest.param({"address": "baaaac"}, "x..xxx", id="the oldest of the address with most"),
    pytest.param({"address": "abcd"}, "xxxx", id="none while there are few"),
    pytest.param({"unread": [1, 9, 2, 8]}, "x.x.", id="the one with most unread, while there is too much"),
    pytest.param({"unread": [1, 2, 3, 4]}, "xxxx", id="none while it is little"),
    pytest.param({"since": [-21, -19]}, ".x", id="who takes too long"),
]


def connection(since, address="a", unread=0):
    """A connection of a client at an address, which has not read so many bytes."""
    made = Mock(since=since, client=(address, 1))
    made.transport.get_write_buffer_size.return_value = unread
    return made


@pytest.mark.parametrize(("opened", "is_open"), OPENED)
def test_of_the_connections_is_ended(monkeypatch, opened, is_open):
    """An x is a connection that stays open, a dot is one that is ended."""
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 4)
    monkeypatch.setattr(connections, "MIN_CONNECTIONS", 4)
    monkeypatch.setattr(connections, "MAX_UNREAD_BYTES", 10)
    now = time.monotonic()
    made = []
    still_open = set()
    for number in range(len(is_open)):
        since = opened["since"][number] if "since" in opened else number / 1000
        address = opened["address"][number] if "address" in opened else "a"
        unread = opened["unread"][number] if "unread" in opened else 0
        client = connection(now + since, address, unread)
        made.append(client)
        still_open.add(client)
        connections.end_greedy(still_open)
    assert "".join("x" if client in still_open else "." for client in made) == is_open
    assert "".join("." if client.transport.abort.called else "x" for client in made) == is_open


def test_of_too_many_connections_a_twentieth_is_ended_at_once(monkeypatch):
    """To look for the oldest one takes so long that a storm of clients must not ask for it each time."""
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 40)
    made = [connection(time.monotonic() + number / 1000) for number in range(41)]
    still_open = {*made}
    connections.end_greedy(still_open)
    assert still_open == {*made[2:]}
    connections.end_greedy(still_open)
    assert still_open == {*made[2:]}


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


ATTACKS = [
    pytest.param(trickling, 300, id="clients that send a byte"),
    pytest.param(promising, 300, id="clients that do not send what they have promised"),
    pytest.param(pipelining, 8, id="clients that ask and read nothing"),
    pytest.param(comparing, 60, id="clients that ask for slow work and hang up"),
]
LONG_FILES = {f"{number}.py": "".join(f"{line}\n" for line in range(1500)) for number in range(40)}
OTHER_FILES = {name: text.replace("1", "2") for name, text in LONG_FILES.items()}


def count_files():
    """Count the open files of this process."""
    return len([*Path("/dev/fd").iterdir()])


@pytest.fixture
def crowded(records):
    """A room with six pairs; two lights of one of them take long to compare."""
    for key in "456789":
        records.keep(delivery(*map(light, range(1, 300)), key=key, name=f"tables-{key}"))
    changed = light(1, files=LONG_FILES), light(2, files=OTHER_FILES)
    records.keep(delivery(*changed, key="9", name="tables-9", shares=True))
    return records


@pytest.mark.parametrize(("attack", "number"), ATTACKS)
def test_a_light_arrives_while_others_attack_and_the_files_suffice(
    crowded, bare, monkeypatch, attack, number
):
    open_files = []
    end_greedy = connections.end_greedy

    def count_and_end_greedy(clients):
        open_files.append(count_files())
        end_greedy(clients)

    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 20)
    monkeypatch.setattr(connections, "end_greedy", count_and_end_greedy)

    async def evening():
        async with served(crowded, bare) as (place, address):
            await asyncio.sleep(0.1)
            # before the room can let anybody in
            attackers = [socket.create_connection(place) for _ in range(number)]
            open_files.clear()
            before = count_files()
            for attacker in attackers:
                with suppress(OSError):
                    await asyncio.to_thread(attack, attacker, address)
            sent = http("POST", address, "lights", write_record(delivery(light(1))))
            answer = await answer_to(place, sent)
            for attacker in attackers:
                attacker.close()
            return answer, max(open_files) - before

    answer, more_files = asyncio.run(evening())
    assert b" 200 " in answer
    assert more_files < 20 + connections.FILES_OF_THE_ROOM / 2


def test_a_client_that_takes_too_long_is_ended(records, bare, monkeypatch):
    monkeypatch.setattr(connections, "CLIENT_TIMEOUT_S", 0.05)

    async def evening():
        async with served(records, bare) as (place, _):
            return await answer_to(place, b"GET /")

    assert asyncio.run(evening()) == b""
