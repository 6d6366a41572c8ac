"""`make room`: serve a room on one address until Ctrl-C, and hold out against slow or greedy clients."""

import asyncio
import logging
import resource
import socket
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
from dojo.room.address import bind, ip_of, name_of
from dojo.room.app import RoomApp
from dojo.room.clock import Plan
from dojo.room.files import HandedIn
from dojo.room.records import Records, find_room, find_rooms
from dojo.room.rows import LocalAttempts, Rows
from dojo.screen.console import console
from dojo.story.workspace import Workspace

OFTEN = 0.4
"""Seconds between two looks at the attempts here, and at the folder."""
PATIENCE = 20
"""Seconds that a client has to send a request, and to read the answer."""
CONNECTIONS, OF_ADDRESS = 500, 100
"""Connections in all, and from one address: a new one ends the oldest."""
SPARE = 56
"""Files that the room needs besides its connections."""
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
    top = workspace.top
    where = None if new else find_room(top, word, today=True)
    before = Records.open(where) if where else None
    with bind(address, before.info.port if before else 0) as listens:
        records = before or Records.create(top)
        path = records.folder
        held = take_lock(path / "served")
        if held is None:
            raise UsageError(
                f"the room {records.info.word} is served already, at port {records.info.port}:"
                " NEW=1 opens another"
            )
        info = records.info
        if plan != Plan():
            info = replace(info, clock=info.clock.set(plan, 0))
        records.save(replace(info, port=listens.getsockname()[1]))
        app = RoomApp(records, Rows(), name_of(listens))
        extend(app)
        announce = partial(say_open, app, path, top, folder, alone=ip_of(listens).is_loopback)
        try:
            asyncio.run(serve(app, listens, workspace, folder, announce))
        finally:
            records.database.close()
            held.release()
    return 0


def say_open(app: RoomApp, path: Path, top: Path, folder: Path | None, *, alone: bool) -> None:
    """Say where the room is, and how to join."""
    info, name, out = app.records.info, app.address, console()
    lines = [
        f"The room is open, at {name} and nowhere else.\n",
        f"  the page, for you      http://{name}/{info.word}/#lead={info.lead}",
        f"  a pair joins with      make join ROOM={name}/{info.word}",
        f"  or begins with         make start NAME=tables-3 ROOM={name}/{info.word}\n",
    ]
    if app.entrance:
        lines.insert(2, f"  a browser is enough    http://{name}/{info.word}/{app.entrance}")
    if others := [one for one in find_rooms(top) if one.folder.name != path.name]:
        words = ", ".join(one.word + (" (cannot be read)" if one.fault else "") for one in others[:5])
        lines.append(f"Older rooms: {words}. make room ROOM={others[0].word} opens one.")
    if folder:
        lines.append(f"It also shows the files of make hand-in in {folder}, as they come.")
    if alone:
        lines.append("Only this computer can reach this address: ADDRESS= names that of a network.")
    lines.append("Attempts on this computer are on the page without joining. Ctrl-C ends it.")
    out.print("\n".join(lines), soft_wrap=True, markup=False)


class Connections:
    """The open connections, the oldest first: one that is beyond the limits ends an old or a greedy one."""

    def __init__(self, most: int, of_address: int) -> None:
        self.most, self.of_address = most, of_address
        self.addresses: dict[Any, str] = {}

    def add(self, connection: Any, address: str) -> None:
        """Note a connection; ends the oldest one of the address, or of all, if there are too many."""
        self.addresses[connection] = address
        counts = Counter(self.addresses.values())
        if counts[address] > self.of_address:
            self.end_oldest(address)
        elif len(self.addresses) > self.most:
            self.end_oldest(counts.most_common(1)[0][0])

    def end_oldest(self, address: str) -> None:
        """End the oldest connection of an address."""
        self.end(next(one for one, where in self.addresses.items() if where == address))

    def limit_unsent(self) -> None:
        """End those that have most unread answers, until what waits for all is within the limit."""
        waiting = {one: one.transport.get_write_buffer_size() for one in self.addresses}
        while sum(waiting.values()) > UNSENT:
            greediest = max(waiting, key=waiting.__getitem__)
            del waiting[greediest]
            self.end(greediest)

    def end(self, connection: Any) -> None:
        """End a connection at once, whatever waits to be sent."""
        self.drop(connection)
        connection.transport.abort()

    def drop(self, connection: Any) -> None:
        """Forget a connection that has ended."""
        self.addresses.pop(connection, None)


class GuardedProtocol(H11Protocol):
    """HTTP with limits on connections, and on the time that a request and its answer take."""

    guard: Connections

    def connection_made(self, transport: Any) -> None:
        """Note the connection, and begin to count the time."""
        super().connection_made(transport)
        self.deadline: asyncio.TimerHandle | None = None
        self.guard.add(self, self.client[0] if self.client else "")
        self.begin_time()

    def begin_time(self) -> None:
        """Give the client its time for the next request and its answer."""
        if self.deadline:
            self.deadline.cancel()
        self.deadline = self.loop.call_later(PATIENCE, self.transport.abort)

    def on_response_complete(self) -> None:
        """Begin to count again: the answer is sent, up to what the system still has to deliver."""
        super().on_response_complete()
        self.begin_time()

    def resume_writing(self) -> None:
        """Give a client that reads a long answer its time again."""
        super().resume_writing()
        self.begin_time()

    def pause_writing(self) -> None:
        """Wait for the client to read: more is unsent than goes at once."""
        super().pause_writing()
        self.guard.limit_unsent()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        if self.deadline:
            self.deadline.cancel()
        self.guard.drop(self)
        super().connection_lost(exc)


class AnnouncedServer(uvicorn.Server):
    """A server that says that it is there once it answers, and can be ended."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self.announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        self.announce()


async def serve(
    app: RoomApp,
    listens: socket.socket,
    workspace: Workspace,
    folder: Path | None,
    announce: Callable[[], None],
) -> None:
    """Answer, and look for new lights here, until it is ended."""
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # what strangers send is not printed
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = max(20, min(CONNECTIONS, (soft if soft != resource.RLIM_INFINITY else CONNECTIONS * 2) - SPARE))
    guarded = type("Guarded", (GuardedProtocol,), {"guard": Connections(most, min(OF_ADDRESS, most // 2))})
    config = uvicorn.Config(
        app,
        http=guarded,
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
    looking = asyncio.create_task(look_round(app, workspace, folder))
    try:
        await AnnouncedServer(config, announce).serve([listens])
    finally:
        looking.cancel()


async def look_round(app: RoomApp, workspace: Workspace, folder: Path | None) -> None:
    """Show the lights of attempts here and of handed-in files as they come."""
    rows, records = app.rows, app.records.records
    local = LocalAttempts(workspace, app.records.info.opened, rows)
    files = HandedIn(folder, rows) if folder else None
    while True:
        local.show(await asyncio.to_thread(local.read, set(records)))
        if files:
            files.show(await asyncio.to_thread(files.read), records)
        await asyncio.sleep(OFTEN)
