"""The rooms on the disk: a folder with a database each, which keeps every light once and in order."""

import dataclasses
import json
import secrets
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dojo.attempt.attempt import natural_key
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.room.clock import ROUND, Clock
from dojo.room.files import SUFFIX, read_record, read_regular
from dojo.room.models import (
    PAIR_BYTES,
    Delivery,
    Evening,
    Pair,
    Record,
    Refused,
    Report,
    VerdictLine,
    new_lights,
    plain,
    size,
)

FOLDER, DATABASE = ".room", "room.db"
DAY = "%Y-%m-%d"
PAIRS = 200
"""Pairs in a room."""
SCHEMA = """
CREATE TABLE room (id INTEGER PRIMARY KEY CHECK (id = 1), info TEXT NOT NULL);
CREATE TABLE pairs (
    id TEXT PRIMARY KEY,
    name TEXT UNIQUE COLLATE NOCASE, -- as the room shows it; NULL if the pair was removed
    asked TEXT NOT NULL, -- the name that the pair sent last
    kata TEXT NOT NULL, shares INTEGER NOT NULL, proof TEXT, "left" INTEGER NOT NULL, bytes INTEGER NOT NULL
);
CREATE TABLE lights (
    place INTEGER PRIMARY KEY, pair TEXT NOT NULL REFERENCES pairs, history TEXT NOT NULL,
    number INTEGER NOT NULL, report TEXT NOT NULL, UNIQUE (pair, history, number)
);
"""
KEEP_PAIR = """
INSERT INTO pairs VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
    name = excluded.name, asked = excluded.asked, kata = excluded.kata, shares = excluded.shares,
    proof = excluded.proof, "left" = excluded."left", bytes = bytes + excluded.bytes
"""
KEEP_LIGHT = "INSERT INTO lights (pair, history, number, report) VALUES (?, ?, ?, ?)"
DURABLE = ("journal_mode = WAL", "synchronous = FULL", "fullfsync = ON", "foreign_keys = ON")
"""A commit returns when it is on the disk."""


class NameTaken(Refused):
    """Another pair has the name."""


class RoomInfo(Struct, frozen=True):
    """What a room is."""

    word: str
    lead: str
    """The key of the leader, which starts and stops the clock."""
    opened: float
    port: int = 0
    clock: Clock = Clock()
    locked: bool = False
    """True if no new pair may join."""
    message: str = ""
    """What the leader tells all pairs."""
    faults: tuple[str, ...] = ()
    """What could not be taken over from the format before."""


class Records:
    """The records of a room: in memory, and in its database."""

    def __init__(self, file: Path, *, new: RoomInfo | None = None, read_only: bool = False) -> None:
        self.folder, self.database = file.parent, connect(file, read_only=read_only, is_new=bool(new))
        if new:
            self.database.executescript(SCHEMA)
            self.save(new)
        self.info = read_info(self.database)
        self.records: dict[str, Record] = {}
        self.removed: set[str] = set()
        for id, name, asked, kata, shares, proof, left in self.database.execute(
            'SELECT id, name, asked, kata, shares, proof, "left" FROM pairs'
        ):
            if name is None:
                self.removed.add(id)
                continue
            verdicts = msgspec.json.decode(proof, type=list[VerdictLine]) if proof else None
            self.records[id] = Record(Pair(id, name, kata, bool(shares)), [], verdicts, bool(left), asked)
        for id, report in self.database.execute("SELECT pair, report FROM lights ORDER BY place"):
            if id in self.records:
                self.records[id].lights.append(msgspec.json.decode(report, type=Report))

    @classmethod
    def create(cls, top: Path) -> "Records":
        """Create a room with a new join word; raises EnvironmentProblem."""
        info = RoomInfo(join_word(), secrets.token_hex(8), time.time())
        folder = top / FOLDER / f"{time.strftime(DAY)}-{info.word}"
        with trouble(folder):
            folder.mkdir(parents=True)
            (top / FOLDER).chmod(0o700)  # it has the leader's key in it
            return cls(folder / DATABASE, new=info)

    @classmethod
    def open(cls, folder: Path, *, read_only: bool = False) -> "Records":
        """Open the room of a folder; raises EnvironmentProblem."""
        with trouble(folder):
            return cls(folder / DATABASE, read_only=read_only)

    def save(self, info: RoomInfo) -> None:
        """Keep what the room is; raises EnvironmentProblem."""
        with self.writing():
            self.database.execute("REPLACE INTO room VALUES (1, ?)", [to_json(info)])
        self.info = info

    def hear(self, sent: Delivery | Record) -> tuple[Record, Record | None]:
        """Record what a pair sends, or its file has: all of it, or nothing.

        Returns the record of the pair, and the one before, which is the same if nothing is new: lights that
        are known are not recorded again. Raises Refused, and EnvironmentProblem if nothing can be written.
        """
        pair, asked = sent.pair, sent.pair.name
        known = self.records.get(pair.id)
        if pair.id in self.removed:
            raise Refused(f"the leader has removed {asked} from this room")
        if known is None and self.info.locked:
            raise Refused("this room is locked: it takes no more pairs")
        if known is None and len(self.records) >= PAIRS:
            raise Refused(f"this room has {PAIRS} pairs: it takes no more")
        if known and known.asked == asked:
            pair = replace(pair, name=known.pair.name)  # the leader may have renamed it
        before = known or Record(pair)
        new = new_lights(before, sent.lights)
        new = new if pair.shares else [replace(light, files=None) for light in new]
        proof = before.proof if sent.proof is None else sent.proof
        record = Record(pair, [*before.lights, *new], proof, sent.left, asked)
        if record == known:
            return known, known
        more = sum(map(size, new)) + (size(sent.proof) if sent.proof else 0)
        proof_text = None if proof is None else to_json(proof)
        with self.writing(asked):
            values = [pair.id, pair.name, asked, pair.kata, pair.shares, proof_text, sent.left, more]
            self.database.execute(KEEP_PAIR, values)
            kept = [(pair.id, light.history, light.number, to_json(light)) for light in new]
            self.database.executemany(KEEP_LIGHT, kept)
            (total,) = self.database.execute("SELECT bytes FROM pairs WHERE id = ?", [pair.id]).fetchone()
            if total > PAIR_BYTES:
                raise Refused(f"{asked} has sent {PAIR_BYTES:,} bytes: this room takes no more of one pair")
        self.records[pair.id] = record
        return record, known

    def free_name(self, name: str) -> str:
        """The name, with a number if a pair has it already."""
        taken = {record.pair.name.lower() for record in self.records.values()}
        numbered = (f"{name}-{number}" for number in count(2))
        return next(one for one in chain([name], numbered) if one.lower() not in taken)

    def rename(self, id: str, name: str) -> Record:
        """Give a pair another name, and return its record; raises NameTaken, EnvironmentProblem."""
        with self.writing(name):
            self.database.execute("UPDATE pairs SET name = ? WHERE id = ?", [name, id])
        before = self.records[id]
        self.records[id] = dataclasses.replace(before, pair=replace(before.pair, name=name))
        return self.records[id]

    def remove(self, id: str) -> None:
        """Remove a pair; its lights stay in the database. Raises EnvironmentProblem."""
        with self.writing():
            self.database.execute("UPDATE pairs SET name = NULL WHERE id = ?", [id])
        del self.records[id]
        self.removed.add(id)

    @contextmanager
    def writing(self, name: str = "") -> Iterator[None]:
        """Commit all of the block, which may give a pair this name, or nothing of it.

        Raises NameTaken, and EnvironmentProblem if the disk takes nothing.
        """
        try:
            with self.database:
                self.database.execute("BEGIN IMMEDIATE")
                yield
        except sqlite3.IntegrityError:
            raise NameTaken(f"{name} is another pair's name in this room: take another one") from None
        except sqlite3.Error as error:
            raise EnvironmentProblem(f"nothing is recorded: {error}") from None

    def evening(self) -> Evening:
        """What a retrospective is about."""
        rounds = [(one.start, one.end) for one in self.info.clock.phases if one.kind == ROUND]
        info = self.info
        return Evening(
            f"the room {info.word}", in_order(self.records.values()), rounds, info.opened, info.faults
        )


class Found(NamedTuple):
    """A room in the folder of rooms: when it was opened, or why it cannot be read."""

    folder: Path
    opened: float
    fault: str = ""

    @property
    def word(self) -> str:
        """Its join word, which its folder is called after."""
        return self.folder.name[len("2026-01-01-") :]


def find_rooms(top: Path) -> list[Found]:
    """The rooms of a workspace, the one opened last first; those of the format before are taken over."""
    found = []
    for folder in (top / FOLDER).glob("*-*-*-*-*"):
        try:
            with trouble(folder):
                take_over(folder)
                database = connect(folder / DATABASE, read_only=True)
                found.append(Found(folder, read_info(database).opened))
                database.close()
        except EnvironmentProblem as fault:
            found.append(Found(folder, 0, str(fault)))
    return sorted(found, key=lambda one: (one.folder.name[:10], one.opened), reverse=True)


def find_room(top: Path, word: str = "", *, today: bool = False) -> Path | None:
    """The folder of the room with this word, or of the one opened last; None if there is none.

    Raises UsageError if no room has the word, and EnvironmentProblem if the room cannot be read.
    """
    rooms = find_rooms(top)
    those = [one for one in rooms if one.word == word or not word]
    if word and not those:
        known = ", ".join(one.word for one in rooms[:10]) or "none yet"
        raise UsageError(f"there is no room {word} here: there are {known}")
    if today and not word:
        those = [one for one in those if one.folder.name.startswith(time.strftime(DAY))]
    for one in those:
        if one.fault:
            raise EnvironmentProblem(f"{one.fault}; NEW=1 opens a new room")
    return those[0].folder if those else None


def take_over(folder: Path) -> None:
    """Write a room of the format before into a database, once; its files stay as they are."""
    if (folder / DATABASE).exists():
        return
    info = msgspec.convert(json.loads(read_regular(folder / "room.json")), RoomInfo)
    draft = folder / f"{DATABASE}.draft"
    for rest in folder.glob(f"{draft.name}*"):
        rest.unlink()
    records, faults = Records(draft, new=info), []
    for file in sorted((folder / "pairs").glob(f"*{SUFFIX}")):
        try:
            records.hear(read_record(file))
        except Refused as fault:
            faults.append(f"{plain(file.name)} is not taken: {fault}")
    records.save(replace(info, faults=tuple(faults)))
    records.database.close()
    draft.rename(folder / DATABASE)


def connect(file: Path, *, read_only: bool, is_new: bool = False) -> sqlite3.Connection:
    """A connection to a database; raises Refused if it is none, and sqlite3.Error."""
    if not is_new and (not file.is_file() or file.stat().st_size == 0):
        raise Refused(f"{file.name} is no database")
    where = f"{file.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
    database = sqlite3.connect(where, uri=True, isolation_level=None, timeout=1)
    for pragma in () if read_only else DURABLE:
        database.execute(f"PRAGMA {pragma}")
    return database


def read_info(database: sqlite3.Connection) -> RoomInfo:
    """What the room of a database is; raises sqlite3.Error and msgspec.MsgspecError."""
    row = database.execute("SELECT info FROM room").fetchone()
    return msgspec.json.decode(row[0] if row else "{}", type=RoomInfo)


@contextmanager
def trouble(folder: Path) -> Iterator[None]:
    """Name the room that cannot be read or written: raises EnvironmentProblem."""
    try:
        yield
    except (OSError, sqlite3.Error, ValueError, msgspec.MsgspecError, UsageError) as fault:
        raise EnvironmentProblem(
            f"the room in {FOLDER}/{folder.name} cannot be opened: {describe_error(fault)}"
        ) from None


def in_order(records: Iterable[Record]) -> list[Record]:
    """Records by the names of the pairs, as people count."""
    return sorted(records, key=lambda record: natural_key(record.pair.name))


def to_json(value: object) -> str:
    """A value as JSON."""
    return msgspec.json.encode(value).decode()


WORDS = [part.split() for part in (Path(__file__).parent / "words.txt").read_text("utf-8").split("\n\n")]
"""What it is like, and the animal that is like that."""


def join_word() -> str:
    """A new join word, of more than ten thousand: plum-fox."""
    return "-".join(map(secrets.choice, WORDS))
