"""Messages through a pipe that others can write to as well: each is signed, and the signature has its number.

The secret is made before the fork, and no name holds it: all that either side can do with it is sign.
"""

import json
import os
import re
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any

Message = dict[str, Any]

LONGEST = 1024**2
"""Bytes that no message of the engine comes near: its quotes are cut before that."""
PART = 65536
"""Bytes that are read at once."""
FILE = 1024**2
"""The most that a child may write into one file: also what it may print before somebody says stop."""
ALL = 64 * 1024**2
"""Bytes that all messages of a child may have."""
SIGN = 16
NOT_SHOWN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""Signs that a terminal would obey, or choke on."""
SUSPECT = re.compile(rb"\\u00[01789]|\\ud")
"""How such a sign may look in a line of JSON."""


class NotBelieved(Exception):
    """What arrives does not come from the engine; the message says what is wrong with it."""


class Signing:
    """Both ends of a pipe: made before the fork, it signs on one side and checks on the other.

    A process that is no fork is given the key.
    """

    def __init__(self, key: bytes = b"") -> None:
        self.keyed = blake2b(key=key or os.urandom(32), digest_size=SIGN)
        self.number = self.size = 0
        self.rest = b""

    def signing(self) -> Callable[[Message], bytes]:
        """In a child: what makes a line of a message. It holds all that it needs: names can be patched."""
        keyed, encoded, sign, number = self.keyed, json.JSONEncoder().encode, signed, 0

        def line(message: Message) -> bytes:
            nonlocal number
            number += 1
            text = encoded(message).encode()
            return sign(keyed, number, text) + b" " + text + b"\n"

        return line

    def read(self, part: bytes) -> Iterator[Message]:
        """The messages that this part completes; raises NotBelieved for anything else."""
        self.size += len(part)
        *lines, self.rest = (self.rest + part).split(b"\n")
        if self.size > ALL or max(map(len, [*lines, self.rest])) > LONGEST:
            raise NotBelieved("wrote more to the engine's own pipe than the engine does")
        yield from map(self.message, lines)

    def message(self, line: bytes) -> Message:
        """The message of a line; raises NotBelieved if its signature is not that of the next message."""
        self.number += 1
        sign, _, text = line.partition(b" ")
        if sign != signed(self.keyed, self.number, text):
            raise NotBelieved("wrote to the engine's own pipe, as if it were the engine")
        message: Message = json.loads(text)
        return printable(message) if SUSPECT.search(text) else message


def signed(keyed: blake2b, number: int, text: bytes) -> bytes:
    """The signature of the message with this number."""
    sign = keyed.copy()
    sign.update(b"%d " % number + text)
    return sign.hexdigest().encode()


def printable(value: Any) -> Any:
    """The same, without anything that cannot be printed or that a terminal would obey."""
    if isinstance(value, str):
        return NOT_SHOWN.sub(lambda found: found[0].encode("unicode_escape").decode(), value)
    if isinstance(value, list):
        return [printable(part) for part in value]
    if isinstance(value, dict):
        return {printable(name): printable(part) for name, part in value.items()}
    return value
