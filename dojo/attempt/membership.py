"""The room that an attempt has joined: a small file beside its lights."""

import json
import secrets
from contextlib import suppress
from dataclasses import asdict, dataclass, field

from dojo.attempt.attempt import Attempt
from dojo.files import atomic_write


@dataclass(frozen=True)
class Membership:
    """A room, and who the attempt is there."""

    address: str  # 192.168.1.20:8765, or [::1]:8765
    word: str
    key: str = field(default_factory=lambda: secrets.token_hex(16))
    """Tells the room that it is the same pair as before; nobody can guess it."""
    shares: bool = False  # True if the code goes there as well
    left: bool = False  # True if it has left the room
    name: str = ""  # the name of the pair there, if it is not the attempt's


def membership(attempt: Attempt) -> Membership | None:
    """Return the room that it has joined, also if it has left it since; None if it never was in one."""
    with suppress(OSError, ValueError, TypeError):
        return Membership(**json.loads(attempt.record(".room").read_text(encoding="utf-8")))
    return None


def joined(attempt: Attempt) -> Membership | None:
    """Return the room that it is in; None if it is in none."""
    found = membership(attempt)
    return None if found is None or found.left else found


def join(attempt: Attempt, room: Membership) -> None:
    """Note the room in one go: a reader sees the old one or the new one."""
    file = attempt.record(".room")
    file.parent.mkdir(exist_ok=True)
    atomic_write(file, json.dumps(asdict(room)))


def require_key(attempt: Attempt) -> None:
    """Note a key for an attempt that has none: it tells the attempt from others. Raises OSError."""
    if not membership(attempt):
        join(attempt, Membership("", "", left=True))
