"""Reads the messages of a child out of its pipe, in which anything may be."""

from collections.abc import Iterator

from dojo.runner.child.messages import Message, read_line

MAX_BYTES = 64 * 1024**2  # of all messages of a child
MAX_MESSAGE_BYTES = 1024**2


class UnreadableMessage(Exception):
    """Bytes in the pipe that are no message of the runner; the exception says what is wrong with them."""


class Inbox:
    """The messages of one child, read as they arrive."""

    def __init__(self) -> None:
        self.size = 0
        self.rest = b""

    def read(self, part: bytes) -> Iterator[Message]:
        """Yield the messages that this part completes; raises UnreadableMessage for anything else."""
        self.size += len(part)
        if self.size > MAX_BYTES or len(self.rest) > MAX_MESSAGE_BYTES:
            raise UnreadableMessage("wrote more to the runner's own pipe than the runner does")
        *lines, self.rest = (self.rest + part).split(b"\n")
        for line in lines:
            try:
                message = read_line(line)
            except ValueError:
                raise UnreadableMessage("wrote to the runner's own pipe") from None
            yield message
