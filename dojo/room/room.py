"""`make room`: serves the page of a room on one address, until Ctrl-C."""

import logging
import signal
import sys
from pathlib import Path
from threading import Event, Thread
from typing import Any

from waitress.server import create_server  # type: ignore[import-untyped]

from dojo.room.address import bound, is_loopback, name_of
from dojo.room.book import Book
from dojo.room.clock import Plan
from dojo.room.folder import Folder
from dojo.room.here import Here
from dojo.room.opening import PAIRS, Opened, opened
from dojo.room.page import page
from dojo.room.rows import Rows
from dojo.room.server import MOST, Room
from dojo.screen.console import console
from dojo.story.workspace import Workspace

OFTEN = 0.4
"""Seconds between two looks at the attempts here, and at the folder."""
SERVED = {
    "threads": 8,
    "connection_limit": 600,
    "channel_timeout": 30,
    "cleanup_interval": 10,
    "max_request_body_size": MOST,
    "max_request_header_size": 16 * 1024,
    "ident": None,
    "asyncore_use_poll": True,
}
"""A slow client holds nobody up: waitress reads from all of them in turn, and answers whole requests."""


def room(workspace: Workspace, address: str, folder: Path | None, plan: Plan, *, new: bool) -> int:
    """Serve it until Ctrl-C; raises Mistake, OSError."""
    there = opened(workspace.top, new=new)
    listens = bound(address, there.port)
    with listens:
        if plan != Plan():
            there.clock = there.clock.set(plan, 0)
        name = name_of(listens)
        there.port = listens.getsockname()[1]
        there.save()
        book, rows = Book.opened(there.folder / PAIRS), Rows()
        for fault in book.faults:
            rows.note(fault, fault)
        for key, record in book.records.items():
            rows.show(key, record)
        app = Room(there.word, there.lead, name, book, rows, there.clock, page(there.word), saving(there))
        looks: list[Here | Folder] = [Here(workspace, there.opened, rows, book)]
        if folder:
            looks.append(Folder(folder, rows, book))
        say(there, name, folder, alone=is_loopback(listens))
        serve(app, listens, looks)
    return 0


def saving(there: Opened) -> Any:
    """What keeps the clock of a room on the disk."""

    def save(clock: Any) -> None:
        there.clock = clock
        there.save()

    return save


def say(there: Opened, name: str, folder: Path | None, *, alone: bool) -> None:
    """Say where it is, and how to join."""
    mine, out = f"http://{name}/{there.word}/#lead={there.lead}", console()
    lines = [
        f"The room is open, at {name} and nowhere else.\n",
        f"  the page, for you      {mine}",
        f"  a pair joins with      make join ROOM={name}/{there.word}",
        f"  or begins with         make start NAME=tables-3 ROOM={name}/{there.word}\n",
    ]
    if folder:
        lines.append(f"It also shows the files of make hand-in in {folder}, as they come.")
    if alone:
        lines.append("Nobody else can reach this address: ADDRESS= names that of a network.")
    lines.append("Attempts on this computer are on the page without joining. Ctrl-C ends it.")
    out.print("\n".join(lines), soft_wrap=True, markup=False)


def serve(app: Room, listens: Any, looks: list[Here | Folder]) -> None:
    """Answer, and look round, until somebody ends it."""
    logging.getLogger("waitress").setLevel(logging.CRITICAL)  # what strangers send is not printed
    server = create_server(app, sockets=[listens], **SERVED)
    over = Event()

    def look_round() -> None:
        while not over.is_set():
            for one in looks:
                one.look()
            over.wait(OFTEN)

    for one in looks:
        one.look()
    thread = Thread(target=look_round, daemon=True)
    thread.start()
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        server.run()
    finally:
        signal.signal(signal.SIGTERM, before)
        over.set()
        thread.join()
        server.close()
