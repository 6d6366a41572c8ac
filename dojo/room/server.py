"""`make room`: serve a room on one address until Ctrl-C, and hold out against slow or greedy clients."""

import asyncio
import ipaddress
import logging
import re
import resource
import socket
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
from msgspec.structs import replace
from uvicorn.protocols.http.h11_impl import H11Protocol

from dojo.attempt.lock import take_lock
from dojo.errors import UsageError
from dojo.room.app import RoomApp
from dojo.room.clock import Plan
from dojo.room.nearby import Nearby
from dojo.room.records import Records, find_room, find_rooms
from dojo.screen.console import console
from dojo.story.workspace import Workspace

PORT, TRIES = 8765, 20
ADDRESS = re.compile(r"(?P<host>[^:\[\]/]+|\[[0-9a-fA-F:.]+\])?(?::(?P<port>[0-9]{1,5}))?")
LOOPBACK = "127.0.0.1"
OFTEN = 0.4
"""Seconds between two looks at the attempts here, and at the folder."""
PATIENCE = 20
"""Seconds that a client has to send a request, and to read the answer."""
CONNECTIONS, LEAST, SPARE = 500, 20, 56
"""Connections in all, at least so many, and files that the room needs besides."""
UNSENT = 32 * 1024**2
"""Bytes of answers that may wait for clients that do not read; beyond it the one with most is ended."""


def room(
    workspace: Workspace,
    address: str,
    folder: Path | None,
    plan: Plan,
    *,
    word: str = "",
    new: bool,
    extend: Callable[[RoomApp], object] = lambda _app: None,
) -> int:
    """Serve a room until Ctrl-C; raises UsageError, EnvironmentProblem, OSError.

    It is the one with that word, or the last one of today, or a new one. `extend` adds pages to it.
    """
    where = None if new else find_room(workspace.top, word, today=True)
    before = Records.open(where) if where else None
    with bind(address, before.info.port if before else 0) as listens:
        records = before or Records.create(workspace.top)
        info = records.info
        held = take_lock(records.folder / "served")
        if held is None:
            raise UsageError(
                f"the room {info.word} is served already, at port {info.port}: NEW=1 opens another"
            )
        try:
            clock = info.clock.set(plan, 0) if plan != Plan() else info.clock
            records.save(replace(info, clock=clock, port=listens.getsockname()[1]))
            app = RoomApp(records, name_of(listens))
            extend(app)
            announce = partial(say_open, app, workspace.top, folder)
            asyncio.run(serve(app, listens, Nearby(app, workspace, folder), announce))
        finally:
            records.database.close()
            held.close()
    return 0


def say_open(app: RoomApp, top: Path, folder: Path | None) -> None:
    """Say where the room is, and how to join."""
    info, name = app.records.info, app.address
    here = f"{name}/{info.word}"
    older = [word for word in find_rooms(top).values() if word != info.word][:5]
    lines = [
        f"The room is open, at {name} and nowhere else.\n",
        f"  the page, for you      http://{here}/#lead={info.lead}",
        app.entrance and f"  a browser is enough    http://{here}/{app.entrance}",
        f"  a pair joins with      make join ROOM={here}",
        f"  or begins with         make start NAME=tables-3 ROOM={here}\n",
        older and f"Older rooms: {', '.join(older)}. make room ROOM={older[0]} opens one.",
        folder and f"It also shows the files of make hand-in in {folder}, as they come.",
        name.startswith(("127.", "[::1]"))
        and "Only this computer can reach this address: ADDRESS= names that of a network.",
        "Attempts on this computer are on the page without joining. Ctrl-C ends it.",
    ]
    console().print("\n".join(str(line) for line in lines if line), soft_wrap=True, markup=False)


def bind(address: str, last_port: int = 0) -> socket.socket:
    """A socket that listens at an address: a host, a port, both, or neither.

    Without a host it is this machine's address on its network; without a port the one of last time, or the
    first that is free. Raises UsageError.
    """
    found = ADDRESS.fullmatch(address)
    if not found or int(found["port"] or 0) > 65535:
        raise UsageError(f"ADDRESS is a host and a port, for example 192.168.1.20:8765, not {address}")
    host = (found["host"] or own_address()).strip("[]")
    ports = [int(found["port"])] if found["port"] else [last_port or PORT, *range(PORT, PORT + TRIES), 0]
    for port in ports:
        try:
            family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            if ipaddress.ip_address(str(place[0]).partition("%")[0]).is_unspecified:
                raise UsageError(f"a room has one address, and {host} is all of them: ADDRESS= names one")
            return socket.create_server(place, family=family, backlog=512)
        except (OSError, UnicodeError) as error:
            fault = getattr(error, "strerror", None) or "no such host"
    where = f"[{host}]" if ":" in host else host
    raise UsageError(
        f"the room cannot be served at {where}:{ports[0]}: {fault.partition(' (')[0]};"
        f" ADDRESS=:8800 names another port, and ADDRESS={LOOPBACK} this computer alone"
    )


def own_address() -> str:
    """The address of this machine on its network, or the one that only itself can reach. It sends nothing."""
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with socket.socket(family, socket.SOCK_DGRAM) as asked:
            try:
                asked.connect((far, 9))
            except OSError:
                continue
            return str(asked.getsockname()[0])
    return LOOPBACK


def name_of(listens: socket.socket) -> str:
    """192.168.1.20:8765, or [fe80::1]:8765"""
    host, port = listens.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


class GuardedProtocol(H11Protocol):
    """HTTP that holds out against clients who take all that there is."""

    since: float
    """When it last had the client's attention: it connected, got an answer, or read on in a long one."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.since = time.monotonic()
        hold_out(self.connections)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.since = time.monotonic()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.since = time.monotonic()

    def pause_writing(self) -> None:
        super().pause_writing()
        hold_out(self.connections)


def hold_out(connections: set[Any]) -> None:
    """End connections that take too long; and of too many, or of too much that waits unread, one.

    That is the oldest of the address that has most, or the one with most unread: each new connection and each
    answer that waits is followed by this.
    """
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = CONNECTIONS if files == resource.RLIM_INFINITY else max(LEAST, min(CONNECTIONS, files - SPARE))
    addresses = {one: one.client and one.client[0] for one in connections}
    unread = {one: one.transport.get_write_buffer_size() for one in connections}
    over = {one for one in connections if time.monotonic() - one.since > PATIENCE}
    if len(connections) > most:
        ((greedy, _),) = Counter(addresses.values()).most_common(1)
        over.add(min((one for one in connections if addresses[one] == greedy), key=lambda one: one.since))
    if sum(unread.values()) > UNSENT:
        over.add(max(unread, key=unread.__getitem__))
    for one in over:
        connections.discard(one)
        one.transport.abort()


async def serve(
    app: RoomApp, listens: socket.socket, nearby: Nearby, announce: Callable[[], None] = lambda: None
) -> None:
    """Answer, and look for new lights here, until it is ended."""
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # what strangers send is not printed
    config = uvicorn.Config(
        app,
        http=GuardedProtocol,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_keep_alive=PATIENCE,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16 * 1024,
    )
    server = uvicorn.Server(config)
    looking = asyncio.create_task(look_round(server.server_state.connections, nearby))
    asyncio.get_running_loop().call_soon(announce)  # once Ctrl-C ends the server, and no sooner
    try:
        await server.serve([listens])
    finally:
        looking.cancel()


async def look_round(connections: set[Any], nearby: Nearby) -> None:
    """End who takes too long, and record the lights of attempts here and of handed-in files as they come."""
    while True:
        hold_out(connections)
        nearby.hear(await asyncio.to_thread(nearby.read))
        await asyncio.sleep(OFTEN)
