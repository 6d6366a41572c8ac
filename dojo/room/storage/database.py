"""The file of a room: opened to write, or, where it cannot be written, as a copy to show."""

import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

# a commit returns when it is on the disk
DURABLE = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON"
# the index of what is not in the file yet is in memory then: on a full disk there is no place for it
WITHOUT_INDEX = "PRAGMA locking_mode = EXCLUSIVE"
# with less, a disk is full
MIN_FREE_BYTES = 1024**2
FREE_SPACE = "free some space on its disk (.cache, for example, can be deleted at any time)"
# what SQLite says of a file that can be read, but not written: the lowest byte of its error code
NOT_WRITABLE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
}


@dataclass(frozen=True)
class Database:
    """The database of a room.

    Attributes:
        connection: of the thread that has opened it.
        address: with which other threads open it to read.
        problem: why it cannot be written, and what to do; empty if it can.
    """

    connection: sqlite3.Connection
    address: str
    problem: str = ""


def open_database(file: Path) -> Database:
    """Open the file of a room, or a copy in memory if it cannot be written; raises OSError, sqlite3.Error."""
    try:
        return Database(open_to_write(file), reader_address(file))
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in NOT_WRITABLE:
            raise
        address = f"file:room-{token_hex(8)}?mode=memory&cache=shared"
        copy = sqlite3.connect(address, uri=True, isolation_level=None)
        copy_into(copy, file)
        return Database(copy, address, describe_problem(file.parent, error))


def open_to_write(file: Path) -> sqlite3.Connection:
    """Open the file of a room; raises sqlite3.Error."""
    database = sqlite3.connect(file, isolation_level=None, timeout=1)
    try:
        database.executescript(DURABLE)
        # what cannot be opened is known only now
        database.execute("SELECT count(*) FROM sqlite_schema")
    except sqlite3.Error:
        database.close()
        raise
    return database


def copy_into(copy: sqlite3.Connection, file: Path) -> None:
    """Copy all that a room has recorded, where its file cannot be written; raises OSError, sqlite3.Error."""
    try:
        # on a full disk there is no place for another file
        with closing(sqlite3.connect(file, isolation_level=None, timeout=1)) as database:
            database.executescript(WITHOUT_INDEX)
            database.backup(copy)
    except sqlite3.OperationalError:
        # in a folder that cannot be written, there is one elsewhere
        with TemporaryDirectory() as folder:
            for part in file.parent.glob(f"{file.name}*"):
                shutil.copyfile(part, Path(folder) / part.name)
            with closing(open_to_write(Path(folder) / file.name)) as database:
                database.backup(copy)


def is_full(folder: Path) -> bool:
    """True if the disk of a folder, which we may write, has no space for a room."""
    return os.access(folder, os.W_OK) and shutil.disk_usage(folder).free < MIN_FREE_BYTES


def describe_problem(folder: Path, error: sqlite3.Error) -> str:
    """Say why nothing is recorded in a folder, and what to do."""
    if is_full(folder):
        return f"the disk is full. To go on, {FREE_SPACE}, and start the room again"
    place = f"{folder.parent.name}/{folder.name}"
    return f"{error}. To go on, make {place} a folder that you can write, and start the room again"


def reader_address(file: Path) -> str:
    """Return the address with which a thread opens the file of a room to read."""
    return f"{file.resolve().as_uri()}?mode=ro"


def open_to_read(address: str) -> sqlite3.Connection:
    """Open the database of a room for one thread, and only to read; raises sqlite3.Error."""
    return sqlite3.connect(address, uri=True)
