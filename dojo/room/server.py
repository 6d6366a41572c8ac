"""`make room`: serve a room on one address until Ctrl-C, and hold out against slow or greedy clients."""

import asyncio
import re
import resource
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

import uvicorn
from msgspec.structs import replace
from uvicorn.protocols.http.h11_impl import H11Protocol

from dojo.attempt.lock import take_lock
from dojo.attempt.recording import last_recorded
from dojo.errors import EnvironmentProblem, UsageError
from dojo.room.app import PAGES, RoomApp
from dojo.room.clock import Plan
from dojo.room.models import Record
from dojo.room.records import (
    SUFFIX,
    Records,
    RoomInfo,
    find_room,
    find_rooms,
    not_taken,
    pairs_of_other_rooms,
    read_file,
)
from dojo.room.reports import attempts_since, record_of
from dojo.screen.console import console
from dojo.screen.templates import template_environment
from dojo.story.workspace import Workspace

PORT, TRIES = 8765, 20
ADDRESS = re.compile(r"(?P<host>[^:\[\]/]+|\[[0-9a-fA-F:.]+\])?(?::(?P<port>[0-9]{1,5}))?")
LOOPBACK = "127.0.0.1"
LOOK_S = 0.4  # between two looks at the attempts here, and at the folder
CLIENT_TIMEOUT_S = 20  # that a client has to send its request, and to read on in the answer
MAX_CONNECTIONS = 500
MIN_CONNECTIONS = 20
# of the connections that are allowed, this share is ended when there are too many. If only one were ended,
# each new connection of a storm would go through all of them again.
SHARE_ENDED = 0.05
FILES_OF_THE_ROOM = 56  # that it needs besides its connections
BACKLOG = 4  # clients that are let in before the limits are looked at
# clients that wait to be let in: one that finds the queue full comes again after 1 s, and then after 2
QUEUE = 1024
# after this time, slow work in a thread lets the loop go on. With Python's 5 ms, clients that connect in a
# storm would be let in so slowly that the queue fills up, and an honest client would wait for seconds.
SWITCH_S = 0.00005
MAX_UNREAD_BYTES = (
    32 * 1024**2
)  # of answers that wait for clients that do not read: then one of them is ended


def room(
    workspace: Workspace,
    address: str,
    folder: Path | None,
    plan: Plan,
    *,
    word: str = "",
    new: bool,
    extend: Callable[[RoomApp], object] = lambda _app: None,
) -> None:
    """Serve the room of a word, today's last, or a new one, until Ctrl-C; raises UsageError, OSError.

    One that was open before goes on as it was opened, in all that is not said anew.
    """
    where = None if new else find_room(workspace.top, word, today=True)
    before = Records(where) if where else None
    with bind_again(address, before.info if before else None) as listens:
        records = before or Records.create(workspace.top)
        info = records.info
        # what is only shown, others may show as well
        held = nullcontext() if records.problem else take_lock(records.folder / "served")
        if held is None:
            raise UsageError(f"the room {info.word} is at port {info.port} already: NEW=1 opens another")
        with held, closing(records.database):
            app = RoomApp(records, name_of(listens), kata=info.kata, story=info.story)
            app.earlier_pairs = pairs_of_other_rooms(records.folder)
            extend(app)
            if info.address not in ("", app.address):
                app.address_before = info.address
            port = listens.getsockname()[1]
            info = replace(as_opened(app, plan, address, folder), port=port)
            try:
                records.save(info)
            except EnvironmentProblem:
                # it opens for showing, and the page says so
                records.info = info
            handed_in = Path(records.info.handed_in)
            is_there = bool(records.info.handed_in) and handed_in.is_dir()
            asyncio.run(serve(listens, Nearby(app, workspace, handed_in if is_there else None)))


def as_opened(app: RoomApp, plan: Plan, address: str, folder: Path | None) -> RoomInfo:
    """What a room is, with how it is opened now; what is not said now is as it was before."""
    info = app.records.info
    return replace(
        info,
        clock=replace(info.clock, plan=plan) if plan != Plan() else info.clock,
        asked=address or info.asked,
        address=app.address,
        handed_in=str(folder) if folder else info.handed_in,
        kata=app.kata,
        story=app.story,
    )


def bind_again(address: str, before: RoomInfo | None) -> socket.socket:
    """A socket at an address; without one, where the room was before, if this machine still has that.

    Raises UsageError.
    """
    if before and before.asked and not address:
        # the laptop may be in another network by now
        with suppress(UsageError):
            return bind(before.asked, before.port)
    return bind(address, before.port if before else 0)


def bind(address: str, last_port: int = 0) -> socket.socket:
    """A socket that listens at an address; raises UsageError.

    Without a host it is this machine's, without a port the one of last time, or the first that is free.
    """
    found = ADDRESS.fullmatch(address)
    if not found or int(found["port"] or 0) > 65535:
        raise UsageError(f"ADDRESS is a host and a port, for example 192.168.1.20:8765, not {address}")
    host = (found["host"] or own_address()).strip("[]")
    ports = [int(found["port"])] if found["port"] else [last_port or PORT, *range(PORT, PORT + TRIES), 0]
    for port in ports:
        try:
            family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            if place[0] in ("0.0.0.0", "::"):
                raise UsageError(f"a room has one address, and {host} is all of them: ADDRESS= names one")
            return socket.create_server(place, family=family, backlog=QUEUE)
        except (OSError, UnicodeError) as error:
            fault = getattr(error, "strerror", None) or "no such host"
    raise UsageError(
        f"the room cannot be served at {address or host}: {fault.partition(' (')[0]};"
        f" ADDRESS=:8800 names another port, and ADDRESS={LOOPBACK} this computer alone"
    )


def own_address() -> str:
    """The address of this machine on its network, or the one that only itself can reach. It sends nothing."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("192.0.2.1", 9))
        return str(asked.getsockname()[0])
    return LOOPBACK


def name_of(listens: socket.socket) -> str:
    """192.168.1.20:8765, or [fe80::1]:8765"""
    host, port = listens.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


class GuardedProtocol(H11Protocol):
    """HTTP that holds out against clients who take all that there is: a connection is for one request."""

    since: float  # when the client connected, or read on in a long answer

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.since = time.monotonic()
        end_greedy(self.connections)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.since = time.monotonic()

    def pause_writing(self) -> None:
        super().pause_writing()
        end_greedy(self.connections)


def end_greedy(connections: set[Any]) -> None:
    """End the connections of clients that are slow, that are too many, or that do not read their answers.

    uvicorn says of which protocols they may be; in a room all of them are guarded. It is called at each new
    connection, so it has to be quick: in a storm it would else be what silences the room.
    """
    # who came before has had its time to send its request, or to read on in the answer
    too_long_ago = time.monotonic() - CLIENT_TIMEOUT_S
    ended = set[GuardedProtocol]()
    unread: dict[GuardedProtocol, int] = {}
    for connection in connections:
        if connection.since < too_long_ago:
            ended.add(connection)
        size = connection.transport.get_write_buffer_size()
        if size:
            unread[connection] = size
    limit = max_connections()
    if len(connections) > limit:
        ended.update(oldest_of_the_busiest_address(connections, max(1, int(limit * SHARE_ENDED))))
    # one of them is enough: it is looked at again at the next connection, and at the next answer that waits
    if sum(unread.values()) > MAX_UNREAD_BYTES:
        ended.add(max(unread, key=unread.__getitem__))
    for connection in ended:
        connections.discard(connection)
        connection.transport.abort()


def max_connections() -> int:
    """Return how many connections there may be: the system limits the files of a process."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return max(MIN_CONNECTIONS, min(MAX_CONNECTIONS, files - FILES_OF_THE_ROOM))


def oldest_of_the_busiest_address(
    connections: Collection[GuardedProtocol], number: int
) -> list[GuardedProtocol]:
    """Return a number of connections of the address that has the most, the oldest first."""
    counts = Counter(client_address(connection) for connection in connections)
    most = max(counts.values())
    found = [connection for connection in connections if counts[client_address(connection)] == most]
    return sorted(found, key=attrgetter("since"))[:number]


def client_address(connection: GuardedProtocol) -> str:
    """Return the address of the client of a connection; nothing if it has none."""
    return connection.client[0] if connection.client else ""


@dataclass
class Nearby:
    """The attempts on this computer and the files of a folder: each is read again when its stamp changes."""

    app: RoomApp
    workspace: Workspace
    folder: Path | None
    stamps: dict[str, Any] = field(default_factory=dict)

    async def look(self) -> None:
        """Record what has changed; the page says what cannot be taken."""
        for name, stamp, read in await asyncio.to_thread(list, self.find()):
            if stamp == self.stamps.get(name):
                continue
            try:
                self.app.records.keep(await asyncio.to_thread(read), by_network=False)
                self.app.notes[name] = ""
            except UsageError as fault:
                self.app.notes[name] = not_taken(Path(name).name, fault)
            except EnvironmentProblem:  # in the middle of a run, or the disk is full: the next look sees it
                continue
            self.stamps[name] = stamp

    def find(self) -> Iterator[tuple[str, Any, Callable[[], Record]]]:
        """The attempts and the files, with their stamps, and what reads them."""
        info = self.app.records.info
        with suppress(EnvironmentProblem, UsageError, OSError):  # an attempt's own verbs say what is wrong
            for attempt in attempts_since(self.workspace, info.opened, info.word):
                yield str(attempt.folder), last_recorded(attempt), partial(record_of, attempt)
        self.app.notes["the folder"] = ""
        try:
            for file in sorted(self.folder.glob(f"*{SUFFIX}")) if self.folder else ():
                seen = file.stat()
                yield file.name, (seen.st_size, seen.st_mtime_ns), partial(read_file, file)
        except OSError as error:  # the stick is out
            self.app.notes["the folder"] = not_taken("the folder", error)


async def serve(listens: socket.socket, nearby: Nearby) -> None:
    """Answer, and look for new lights here, until it is ended."""
    config = uvicorn.Config(
        nearby.app,
        http=GuardedProtocol,
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="critical",  # what strangers send is not printed
        proxy_headers=False,
        headers=[("Connection", "close")],
        timeout_graceful_shutdown=1,
        backlog=BACKLOG,
    )
    server = uvicorn.Server(config)
    switched_after = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)

    async def look_round() -> None:
        """Say that the room is open, once Ctrl-C ends it; then look for slow clients and new lights."""
        listens.listen(QUEUE)  # which uvicorn has made as short as BACKLOG
        word = nearby.app.records.info.word
        older = [one for one in find_rooms(nearby.workspace.top).values() if one != word][:5]
        text = template_environment(PAGES).get_template("open.txt")
        said = text.render(app=nearby.app, older=older, folder=nearby.folder)
        console().print(said, soft_wrap=True, markup=False)
        while True:
            end_greedy(server.server_state.connections)
            await nearby.look()
            await asyncio.sleep(LOOK_S)

    looking = asyncio.create_task(look_round())
    try:
        await server.serve([listens])
    finally:
        looking.cancel()
        sys.setswitchinterval(switched_after)
