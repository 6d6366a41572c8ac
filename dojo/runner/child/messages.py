"""What a child sends: a line of JSON for each message, through a pipe that it cannot fill without end."""

import json
import re
from collections.abc import Iterator
from typing import Any

Message = dict[str, Any]

MOST, LONGEST = 64 * 1024**2, 1024**2
"""Bytes that all messages of a child may have, and one of them."""
NOT_SHOWN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""Characters that a terminal would obey, or choke on."""
SUSPECT = re.compile(rb"\\u00[01789]|\\ud")
"""How such a character may look in a line of JSON."""


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
        if self.size > MOST or len(self.rest) > LONGEST:
            raise UnreadableMessage("wrote more to the runner's own pipe than the runner does")
        *lines, self.rest = (self.rest + part).split(b"\n")
        for line in lines:
            try:
                message = json.loads(line)
            except ValueError:
                message = None
            if not isinstance(message, dict):
                raise UnreadableMessage("wrote to the runner's own pipe")
            yield printable(message) if SUSPECT.search(line) else message


def printable(value: Any) -> Any:
    """The same, without anything that cannot be printed or that a terminal would obey."""
    if isinstance(value, str):
        return NOT_SHOWN.sub(lambda found: found[0].encode("unicode_escape").decode(), value)
    if isinstance(value, list):
        return [printable(part) for part in value]
    if isinstance(value, dict):
        return {printable(name): printable(part) for name, part in value.items()}
    return value
