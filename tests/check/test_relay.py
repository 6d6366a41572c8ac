"""The relay takes the optional commands that a Firefox does not know, and hands on everything else."""

import asyncio
import json

import pytest

from check.browser.relay import TEXT, Frame, Relay, read_frames

MASK = b"\x01\x02\x03\x04"
UNKNOWN = {"type": "error", "id": 7, "error": "unknown command", "message": "network.addDataCollector"}
DONE = {"type": "success", "id": 7, "result": {}}
OTHER_ERROR = {"type": "error", "id": 7, "error": "invalid argument"}
EVENT = {"type": "event", "method": "log.entryAdded", "params": {"text": "unknown command" * 9000}}


class Kept:
    """A stream that keeps what is written."""

    def __init__(self):
        self.written = b""

    def write(self, part):
        self.written += part

    async def drain(self):
        pass


def frame(message, mask=b""):
    """A frame as it is sent: by a client masked, else as it is."""
    text = json.dumps(message).encode()
    size = len(text)
    if size < 126:
        length = bytes([size])
    elif size < 2**16:
        length = bytes([126]) + size.to_bytes(2)
    else:
        length = bytes([127]) + size.to_bytes(8)
    if not mask:
        return bytes([TEXT]) + length + text
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(text))
    return bytes([TEXT, length[0] | 0x80]) + length[1:] + mask + masked


def relayed(send, *frames):
    """What one end gets of what the other has sent."""

    async def run():
        reader, kept = asyncio.StreamReader(), Kept()
        for sent in frames:
            reader.feed_data(sent)
        reader.feed_eof()
        await send(reader, kept)
        return kept.written

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("method", "answer", "relayed_answer"),
    [
        ("network.addDataCollector", UNKNOWN, DONE),
        ("network.addDataCollector", OTHER_ERROR, OTHER_ERROR),
        ("network.addDataCollector", DONE, DONE),
        ("script.evaluate", UNKNOWN, UNKNOWN),
        ("network.addDataCollector", EVENT, EVENT),
    ],
    ids=["unknown and optional", "another error", "known", "unknown and needed", "an event"],
)
def test_an_answer_is_handed_on_unless_an_optional_command_is_unknown(method, answer, relayed_answer):
    relay = Relay(port=0)
    command = frame({"id": 7, "method": method, "params": {}}, MASK)
    assert relayed(relay.send_commands, command) == command
    assert relayed(relay.send_answers, frame(answer)) == frame(relayed_answer)


@pytest.mark.parametrize("size", [0, 99, 200, 2**16])
def test_frames_of_any_length_are_read(size):
    async def read(sent):
        reader = asyncio.StreamReader()
        reader.feed_data(sent)
        reader.feed_eof()
        return [found async for found in read_frames(reader)]

    message = "x" * size
    for sent in (frame(message), frame(message, MASK)):
        assert asyncio.run(read(sent * 2)) == [Frame(sent, json.dumps(message).encode())] * 2
