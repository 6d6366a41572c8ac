"""A room that is served for a moment, on a socket."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from helpers import Copy

from dojo.room.app import RoomApp
from dojo.room.serving.address import bind, format_address
from dojo.room.serving.nearby import Nearby
from dojo.room.serving.server import serve
from dojo.room.storage.records import Records


@asynccontextmanager
async def served(records: Records, bare: Copy) -> AsyncIterator[tuple[tuple[str, int], str]]:
    """Serve a room; gives the place of its socket, and its address."""
    with bind("127.0.0.1:0") as listens:
        app = RoomApp(records, format_address(listens))
        task = asyncio.create_task(serve(listens, Nearby(app, bare.workspace, None)))
        await asyncio.sleep(0)
        yield listens.getsockname(), app.address
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def http(method: str, address: str, path: str, body: bytes = b"") -> bytes:
    """Return a request of the pair with the key 333…"""
    head = f"{method} /plum-fox/{path} HTTP/1.1\r\nHost: {address}\r\nPair: {'3' * 32}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


async def answer_to(place: tuple[str, int], request: bytes) -> bytes:
    """Return what is answered until the connection ends; nothing if it is cut off."""
    reader, writer = await asyncio.open_connection(*place)
    writer.write(request)
    with suppress(ConnectionResetError):
        return await asyncio.wait_for(reader.read(), 10)
    return b""
