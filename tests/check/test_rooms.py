"""A room that is killed at any moment, and one with many in it: test_commands.py types what pages say."""

import signal
import socket
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPException
from threading import Event, Semaphore, Thread

from helpers import typed_copy

from check.served import Served
from dojo.room.storage.records import Records

KILLS, LIGHTS, PAIRS = 4, 40, range(10, 14)


def test_a_room_that_is_killed_loses_nothing_and_doubles_nothing(tmp_path):
    root = typed_copy(tmp_path).root
    rooms, up, sent = [Served(root)], Event(), Semaphore(0)
    up.set()

    def send(pair):
        """Send what the room does not have, two at once, until it has everything."""
        known = 0
        while known < LIGHTS:
            up.wait()
            with suppress(OSError, HTTPException, ValueError):
                known = rooms[-1].send(pair, known + 1, known + 2)
                sent.release()

    pairs = [Thread(target=send, args=[pair], daemon=True) for pair in PAIRS]
    for pair in pairs:
        pair.start()
    for kill in range(KILLS):
        for _ in range(1 + kill % 3):  # at another moment each time
            sent.acquire(timeout=60)
        rooms[-1].end(signal.SIGKILL)
        up.clear()
        rooms.append(Served(root, rooms[0].address))
        up.set()
    for pair in pairs:
        pair.join()
    _, state = rooms[-1].ask("GET", "state")
    rooms[-1].end()
    (word,) = {one.word for one in rooms}
    (folder,) = root.glob(f".room/*-{word}")
    expected = {f"tables-{pair}": [*range(1, LIGHTS + 1)] for pair in PAIRS}
    assert {
        one.pair.name: [each.number for each in one.lights] for one in Records(folder).select()
    } == expected
    assert {one["name"]: [each["number"] for each in one["lights"]] for one in state["pairs"]} == expected


def connected(room, length, body=b""):
    """A client that says it will send so many bytes, and sends these."""
    host, port = room.address.split(":")
    made = socket.create_connection((host, int(port)))
    head = f"POST /{room.word}/lights HTTP/1.1\r\nHost: {room.address}\r\nContent-Length: {length}\r\n\r\n"
    made.sendall(head.encode() + body)
    return made


def test_forty_pairs_and_five_pages_are_not_too_many_and_slow_clients_hold_nobody_up(tmp_path):
    """Each page sees each light; and who sends too much is told before it is read."""
    room = Served(typed_copy(tmp_path).root)
    slow = [connected(room, 999, b"{") for _ in range(50)]
    for length in (2 * 1024**2, 10_000_000, 10**12):
        with connected(room, length) as greedy:
            assert greedy.recv(100).startswith(b"HTTP/1.1 413 ")

    def look(pairs):
        """The lights that a page has seen when all of them are sent: it asks for what is new."""
        cursor, seen, over = 0, [], False
        while not over:
            over = all(pair.done() for pair in pairs)
            _, state = room.ask("GET", f"state?after={cursor}")
            cursor = state["cursor"]
            seen += [(one["name"], each["number"]) for one in state["pairs"] for each in one["lights"]]
        return sorted(seen)

    with ThreadPoolExecutor(45) as pool:
        pairs = [pool.submit(lambda n: [room.send(n, one) for one in (1, 2, 3)], n) for n in range(10, 50)]
        pages = [pool.submit(look, pairs) for _ in range(5)]
        assert [pair.result() for pair in pairs] == [[1, 2, 3]] * 40
        lights = [(f"tables-{n}", one) for n in range(10, 50) for one in (1, 2, 3)]
        assert [page.result() for page in pages] == [lights] * 5
    memory = subprocess.check_output(["ps", "-o", "rss=", "-p", str(room.process.pid)], text=True)
    assert int(memory) < 150 * 1024
    for one in slow:
        one.close()
    room.end()
