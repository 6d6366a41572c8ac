"""A room as it is made: what it is, and the database in its folder."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
from msgspec import Struct

from dojo.room.clock import Clock
from dojo.room.storage.database import FREE_SPACE, is_full
from dojo.room.storage.files import read_regular

FOLDER, DATABASE = ".room", "room.db"
# what rooms of the format before have in its place
EARLIER_INFO = "room.json"
SCHEMA = """
CREATE TABLE IF NOT EXISTS room (id INTEGER PRIMARY KEY CHECK (id = 1), info TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS pairs (
    id TEXT PRIMARY KEY,
    name TEXT UNIQUE COLLATE NOCASE, -- as the room shows it; NULL if the pair was removed
    asked TEXT NOT NULL, -- the name that the pair sent last
    kata TEXT NOT NULL, shares INTEGER NOT NULL, proof TEXT, "left" INTEGER NOT NULL, bytes INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS lights (
    place INTEGER PRIMARY KEY, pair TEXT NOT NULL REFERENCES pairs, history TEXT NOT NULL,
    number INTEGER NOT NULL, report TEXT NOT NULL, UNIQUE (pair, history, number)
);
"""


class RoomInfo(Struct, frozen=True):
    """What a room is, and how it was opened: it is opened again in the same way.

    Attributes:
        word: the join word.
        lead: the key of the leader.
        opened: when it was made, in seconds since 1970.
        port: where it was served the last time.
        clock: the clock.
        locked: True if no new pair may join.
        message: what the leader tells all pairs.
        asked: the address that was asked for (ADDRESS=).
        address: where it was served the last time.
        handed_in: the folder of files that are shown as well (FROM=).
        kata: the kata in the browser (KATA=).
        story: the folder of the story of that kata.
    """

    word: str
    lead: str
    opened: float
    port: int = 0
    clock: Clock = Clock()
    locked: bool = False
    message: str = ""
    asked: str = ""
    address: str = ""
    handed_in: str = ""
    kata: str = ""
    story: str = ""


def remedy(folder: Path, *, is_new: bool) -> str:
    """Return what can be done if the room in a folder cannot be opened, or made there; it may be nothing."""
    place = folder.parent
    while not place.exists():
        place = place.parent
    if is_full(place):
        return f"; {FREE_SPACE}"
    if not os.access(place, os.W_OK):
        return f"; make {place.name} a folder that you can write"
    return "" if is_new else "; NEW=1 opens a new room"


def write_database(folder: Path, new: RoomInfo | None) -> None:
    """Write the database of a new room, or for one of the format before, whole or not at all."""
    if new:
        folder.mkdir(parents=True)
        # the leader's key is in it
        folder.parent.chmod(0o700)
    info = new or msgspec.json.decode(read_regular(folder / EARLIER_INFO), type=RoomInfo)
    draft = folder / f"draft.{DATABASE}"
    with closing(sqlite3.connect(draft)) as database:
        database.executescript(SCHEMA)
        database.execute("REPLACE INTO room VALUES (1, ?)", [msgspec.json.encode(info).decode()])
        database.commit()
    draft.rename(folder / DATABASE)
