"""`make room`: serve a room on one address until Ctrl-C."""

import asyncio
import socket
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from pathlib import Path

import uvicorn
from msgspec import Struct
from msgspec.structs import replace

from dojo.attempt.lock import take_lock
from dojo.errors import EnvironmentProblem, UsageError
from dojo.room.app import PAGES, RoomApp
from dojo.room.clock import Plan
from dojo.room.serving.address import QUEUE, bind, format_address
from dojo.room.serving.connections import GuardedProtocol, end_greedy
from dojo.room.serving.nearby import Nearby
from dojo.room.storage.creation import RoomInfo
from dojo.room.storage.records import Records
from dojo.room.storage.rooms import create_room, find_rooms, open_room, pairs_of_other_rooms
from dojo.screen.console import console
from dojo.screen.templates import template_environment
from dojo.story.workspace import Workspace

# between two looks at the attempts here, and at the folder
LOOK_S = 0.4
# clients that are let in before the limits are looked at
BACKLOG = 4
# after this time, slow work in a thread lets the loop go on. With Python's 5 ms, clients that connect in a
# storm would be let in so slowly that the queue fills up, and an honest client would wait for seconds.
SWITCH_S = 0.00005
# when a room opens, so many older ones are named
MAX_ROOMS_NAMED = 5


class Opening(Struct, frozen=True):
    """How a room is opened: the words of `make room`. What is not said is as it was before.

    Attributes:
        address: where to serve it; empty if anywhere.
        folder: the files of `make hand-in` that are shown as well.
        plan: how long the rounds take.
        word: the join word of the room; empty for today's last.
        is_new: True for a new room.
    """

    address: str = ""
    folder: Path | None = None
    plan: Plan = Plan()
    word: str = ""
    is_new: bool = False


def room(
    workspace: Workspace, opening: Opening, extend: Callable[[RoomApp], object] = lambda _app: None
) -> None:
    """Serve the room of a word, today's last, or a new one, until Ctrl-C; raises UsageError, OSError."""
    before = None if opening.is_new else open_room(workspace.top, opening.word)
    # a new room is made only where it can be served
    with bind_again(opening.address, before.info if before else None) as listens:
        records = before or create_room(workspace.top)
        with reserve(records), closing(records.database):
            info = records.info
            app = RoomApp(records, format_address(listens), kata=info.kata, story=info.story)
            app.earlier_pairs = pairs_of_other_rooms(records.folder)
            extend(app)
            save_opening(app, opening, listens)
            nearby = Nearby(app, workspace, find_handed_in(records.info))
            asyncio.run(serve(listens, nearby))


def bind_again(address: str, before: RoomInfo | None) -> socket.socket:
    """Return a socket at an address; without one, where the room was before, if this machine still has that.

    Raises UsageError.
    """
    if before and before.asked and not address:
        # the laptop may be in another network by now
        with suppress(UsageError):
            return bind(before.asked, before.port)
    return bind(address, before.port if before else 0)


def reserve(records: Records) -> AbstractContextManager[object]:
    """Keep other processes from serving this room meanwhile; raises UsageError if one does."""
    # what is only shown, others may show as well
    if records.problem:
        return nullcontext()
    lock = take_lock(records.folder / "served")
    if lock is None:
        info = records.info
        raise UsageError(f"the room {info.word} is at port {info.port} already: NEW=1 opens another")
    return lock


def save_opening(app: RoomApp, opening: Opening, listens: socket.socket) -> None:
    """Record how a room is opened now: it is opened again in the same way."""
    before = app.records.info
    if before.address not in ("", app.address):
        app.address_before = before.address
    clock = before.clock
    if opening.plan != Plan():
        clock = replace(clock, plan=opening.plan)
    info = replace(
        before,
        port=listens.getsockname()[1],
        clock=clock,
        asked=opening.address or before.asked,
        address=app.address,
        handed_in=str(opening.folder) if opening.folder else before.handed_in,
        kata=app.kata,
        story=app.story,
    )
    try:
        app.records.save(info)
    except EnvironmentProblem:
        # it opens for showing, and the page says so
        app.records.info = info


def find_handed_in(info: RoomInfo) -> Path | None:
    """Return the folder of files that a room shows as well; None if there is none, or not any more."""
    if not info.handed_in:
        return None
    folder = Path(info.handed_in)
    return folder if folder.is_dir() else None


async def serve(listens: socket.socket, nearby: Nearby) -> None:
    """Answer, and look for new lights here, until it is ended."""
    config = uvicorn.Config(
        nearby.app,
        http=GuardedProtocol,
        ws="none",
        lifespan="off",
        log_config=None,
        # what strangers send is not printed
        log_level="critical",
        proxy_headers=False,
        headers=[("Connection", "close")],
        timeout_graceful_shutdown=1,
        backlog=BACKLOG,
    )
    server = uvicorn.Server(config)
    switched_after = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    looking = asyncio.create_task(look_round(server, listens, nearby))
    try:
        await server.serve([listens])
    finally:
        looking.cancel()
        sys.setswitchinterval(switched_after)


async def look_round(server: uvicorn.Server, listens: socket.socket, nearby: Nearby) -> None:
    """Say that the room is open, once Ctrl-C ends it; then look for slow clients and new lights."""
    # uvicorn has made the queue as short as BACKLOG
    listens.listen(QUEUE)
    print_opening(nearby)
    while True:
        end_greedy(server.server_state.connections)
        await nearby.look()
        await asyncio.sleep(LOOK_S)


def print_opening(nearby: Nearby) -> None:
    """Print where the room is, and how to join it."""
    word = nearby.app.records.info.word
    words = find_rooms(nearby.workspace.top).values()
    older = [other for other in words if other != word][:MAX_ROOMS_NAMED]
    template = template_environment(PAGES).get_template("open.txt")
    text = template.render(app=nearby.app, older=older, folder=nearby.folder)
    console().print(text, soft_wrap=True, markup=False)
