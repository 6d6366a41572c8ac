"""The room that an attempt has joined, and what is known of it: two small files beside its lights.

The one says which room; the sender writes the other: whether the room hears it. No verb waits for a room.
"""

import json
import secrets
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from dojo.attempt.attempts import Attempt
from dojo.attempt.store import store
from dojo.screen.words import counted

T = TypeVar("T")
FRESH = 30
"""Seconds: a sender asks more often, so what is older was said by one that has ended."""


@dataclass(frozen=True)
class Membership:
    """A room, and who the attempt is there."""

    address: str
    """192.168.1.20:8765, or [::1]:8765"""
    word: str
    key: str
    """Tells the room that it is the same pair as before."""
    shares: bool = False
    """Does the code go there as well?"""
    left: bool = False
    """Has it left the room?"""


@dataclass(frozen=True)
class Heard:
    """What the sender last learned."""

    heard: bool
    """Does the room answer?"""
    waiting: int = 0
    """So many lights have not been sent."""
    refused: str = ""
    """Why the room takes nothing of this attempt, if so."""
    clock: dict[str, Any] | None = None
    """The clock of the room, if it has one, as it was `at` that time of this machine."""
    at: float = 0

    def words(self, now: float) -> str:
        """Whether the room hears it, in a few words."""
        if self.refused:
            return "the room refuses it"
        if self.heard:
            return "the room hears it" if now - self.at < FRESH else "on its way to the room"
        wait = f", {counted(self.waiting, 'light')} to send" if self.waiting else ""
        return f"the room does not answer{wait}"


def new_key() -> str:
    """A key that nobody can guess."""
    return secrets.token_hex(16)


def membership(attempt: Attempt) -> Membership | None:
    """The room that it has joined, also if it has left it since; none if it never was in one."""
    return read(file_of(attempt), Membership)


def joined(attempt: Attempt) -> Membership | None:
    """The room that it is in; none if it is in none."""
    found = membership(attempt)
    return None if found is None or found.left else found


def heard(attempt: Attempt) -> Heard | None:
    """What is known of that room; none if nobody has tried to reach it yet."""
    return read(status_of(attempt), Heard)


def join(attempt: Attempt, room: Membership) -> None:
    """Note the room; what was known of it before, or of another one, is forgotten."""
    status_of(attempt).unlink(missing_ok=True)
    write(file_of(attempt), room)


def note(attempt: Attempt, status: Heard) -> None:
    """Note whether the room hears it."""
    write(status_of(attempt), status)


def in_words(attempt: Attempt) -> str:
    """Whether the room hears it, in a few words; nothing if it is in none."""
    if joined(attempt) is None:
        return ""
    status = heard(attempt)
    return status.words(time.time()) if status else "the room has not been reached yet"


def file_of(attempt: Attempt) -> Path:
    """The file that says which room."""
    return store(attempt).repository.with_suffix(".room")


def status_of(attempt: Attempt) -> Path:
    """The file that says whether the room hears it."""
    return store(attempt).repository.with_suffix(".heard")


def read(file: Path, kind: type[T]) -> T | None:
    """What a file says; none if it is not there, or says nothing of that kind."""
    with suppress(OSError, ValueError, TypeError):
        return kind(**json.loads(file.read_text(encoding="utf-8")))
    return None


def write(file: Path, value: Any) -> None:
    """Write it at once: whoever reads it sees the old or the new one."""
    file.parent.mkdir(exist_ok=True)
    draft = file.with_name(f"{file.name}.draft")
    draft.write_text(json.dumps(asdict(value)), encoding="utf-8")
    draft.replace(file)
