"""Locks on files, which the system ends with their process: a kill leaves none behind."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]


class NoLocks(OSError):
    """The disk knows no locks; the message says so."""

    def __init__(self, why: object) -> None:
        super().__init__(f"{why}: the disk knows no locks")


class Held(NamedTuple):
    """A lock that this process holds."""

    release: Callable[[], None]
    shared: tuple[int, ...] = ()
    """The descriptors by which a program that is given them holds it too, where a system can do that."""


def taken(file: Path, *, alone: bool = False) -> Held | None:
    """The lock on a file; none if somebody else has it.

    If it is not `alone`, children and programs of this process hold it too, as long as they have its file.
    Raises OSError where the file cannot be written, and NoLocks.
    """
    return by_the_system(file, alone=alone) if fcntl else by_sqlite(file)


def by_the_system(file: Path, *, alone: bool) -> Held | None:
    """The lock, where the system has `fcntl`."""
    lock = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        (fcntl.lockf if alone else fcntl.flock)(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        if isinstance(error, BlockingIOError) or (alone and isinstance(error, PermissionError)):
            return None
        raise NoLocks(error.strerror) from None
    return Held(lambda: os.close(lock), (lock,))


def by_sqlite(file: Path) -> Held | None:
    """The lock elsewhere: SQLite locks its files on every system, and Python brings it along."""
    try:
        database = sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise OSError(0, str(error)) from None
    try:
        database.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        database.close()
        if "locked" in str(error):
            return None
        raise NoLocks(error) from None

    def release() -> None:
        with suppress(sqlite3.Error):
            database.close()

    return Held(release)
