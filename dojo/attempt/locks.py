"""Locks on files, which the system ends with their process: a kill leaves none behind."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class NoLocks(OSError):
    """The disk knows no locks; the message says so."""

    def __init__(self, why: object) -> None:
        super().__init__(f"{why}: the disk knows no locks")


class Held(NamedTuple):
    """A lock that this process holds."""

    release: Callable[[], None]
    shared: tuple[int, ...] = ()
    """The descriptors by which a program that is given them holds it too."""


def taken(file: Path, *, alone: bool = False) -> Held | None:
    """The lock on a file; none if somebody else has it.

    If it is not `alone`, children and programs of this process hold it too, as long as they have its file.
    Raises OSError where the file cannot be written, and NoLocks.
    """
    lock = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        (fcntl.lockf if alone else fcntl.flock)(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        if isinstance(error, BlockingIOError) or (alone and isinstance(error, PermissionError)):
            return None
        raise NoLocks(error.strerror) from None
    return Held(lambda: os.close(lock), (lock,))
