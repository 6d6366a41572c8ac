"""Between Playwright and an installed Firefox: it takes for it the commands that an older one does not know.

Playwright drives an installed Firefox by WebDriver BiDi. It asks each one for what the newest can do, to
collect the bodies of answers for example, and gives up if that is an unknown command. Firefox 140, which is
Debian's, lacks a few commands that no test needs. Started in place of a Firefox, with its path before the
options, this is a Firefox that takes them, and does nothing for them. It hands all other messages on as
they are.
"""

import asyncio
import json
import re
import sys
from asyncio import IncompleteReadError, StreamReader, StreamWriter
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

ADDRESS = re.compile(rb"(?<=ws://127\.0\.0\.1:)\d+")
HOST = re.compile(rb"(?im)^Host: .*?\r$")
# the first byte of a frame that is a whole message of text
TEXT = 0x81
OPTIONAL = {
    "browser.setDownloadBehavior",
    "emulation.setMediaFeaturesOverride",
    "emulation.setScreenOrientationOverride",
    "emulation.setScreenSettingsOverride",
    "network.addDataCollector",
}


class Frame(NamedTuple):
    """A frame of a WebSocket: its bytes, and its text if it is a whole message."""

    raw: bytes
    text: bytes


@dataclass
class Relay:
    """What stands between one client and the Firefox on a port.

    Attributes:
        optional: the numbers of the optional commands that Firefox has not answered yet.
    """

    port: int
    optional: set[int] = field(default_factory=set)

    async def connect(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Serve a client until one of the two ends goes away."""
        firefox_reader, firefox_writer = await asyncio.open_connection("127.0.0.1", self.port)
        host = f"Host: 127.0.0.1:{self.port}\r".encode()
        firefox_writer.write(HOST.sub(host, await reader.readuntil(b"\r\n\r\n")))
        writer.write(await firefox_reader.readuntil(b"\r\n\r\n"))
        ways = [
            asyncio.create_task(self.send_commands(reader, firefox_writer)),
            asyncio.create_task(self.send_answers(firefox_reader, writer)),
        ]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for end in (writer, firefox_writer):
            end.close()

    async def send_commands(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Hand on what the client sends, and note which commands are optional."""
        async for frame in read_frames(reader):
            if frame.text:
                command = json.loads(frame.text)
                if command["method"] in OPTIONAL:
                    self.optional.add(command["id"])
            writer.write(frame.raw)
            await writer.drain()

    async def send_answers(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Hand on what Firefox sends; of an optional command it does not know, say that it is done."""
        async for frame in read_frames(reader):
            raw = frame.raw
            if self.optional and frame.text:
                answer = json.loads(frame.text)
                number = answer.get("id")
                if number in self.optional:
                    self.optional.remove(number)
                    if answer.get("error") == "unknown command":
                        raw = make_frame({"type": "success", "id": number, "result": {}})
            writer.write(raw)
            await writer.drain()


async def read_frames(reader: StreamReader) -> AsyncIterator[Frame]:
    """Yield the frames of a connection until its end."""
    while True:
        try:
            yield await read_frame(reader)
        except IncompleteReadError:
            return


async def read_frame(reader: StreamReader) -> Frame:
    """Read one frame; raises IncompleteReadError at the end."""
    raw = await reader.readexactly(2)
    size = raw[1] & 0x7F
    if size > 125:
        longer = await reader.readexactly(2 if size == 126 else 8)
        raw += longer
        size = int.from_bytes(longer)
    # a client masks what it sends, by four bytes again and again
    mask = await reader.readexactly(4) if raw[1] & 0x80 else b""
    payload = await reader.readexactly(size)
    text = b""
    if raw[0] == TEXT:
        text = unmask(payload, mask) if mask else payload
    return Frame(raw + mask + payload, text)


def unmask(payload: bytes, mask: bytes) -> bytes:
    """Return what a client has masked."""
    size = len(payload)
    repeated = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(payload) ^ int.from_bytes(repeated)).to_bytes(size)


def make_frame(answer: Mapping[str, object]) -> bytes:
    """Return a frame as a server sends it, with a short answer in it."""
    text = json.dumps(answer).encode()
    assert len(text) <= 125
    return bytes([TEXT, len(text)]) + text


async def run(command: list[str]) -> int:
    """Run a Firefox, name the relay's port in place of its own, and return its status."""
    firefox = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert firefox.stderr
    async for line in firefox.stderr:
        port = ADDRESS.search(line)
        if port:
            relay = Relay(int(port[0]))
            server = await asyncio.start_server(relay.connect, "127.0.0.1", 0)
            line = ADDRESS.sub(str(server.sockets[0].getsockname()[1]).encode(), line)
        sys.stderr.buffer.write(line)
        sys.stderr.flush()
    return await firefox.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(run(sys.argv[1:])))
