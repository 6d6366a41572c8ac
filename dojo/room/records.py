"""The rooms on the disk: a folder with a database each, which keeps every light once and in order."""

import json
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain, count
from pathlib import Path
from secrets import choice, token_hex

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.room.clock import Clock
from dojo.room.files import read_files, read_regular
from dojo.room.models import (
    PAIR_BYTES,
    Delivery,
    Evening,
    Pair,
    Record,
    Refused,
    Report,
    VerdictLine,
    in_order,
    in_sequence,
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
    proof = excluded.proof, "left" = excluded."left", bytes = bytes + excluded.bytes RETURNING bytes
"""
KEEP_LIGHT = "INSERT INTO lights (pair, history, number, report) VALUES (?, ?, ?, ?)"
FIND_PAIRS = 'SELECT id, name, asked, kata, shares, proof, "left" FROM pairs WHERE name IS NOT NULL'
LAST_LIGHTS = "SELECT report FROM lights WHERE pair = ? ORDER BY place DESC LIMIT ?"
NEW_LIGHTS = "SELECT place, pair, report FROM lights WHERE place > ? ORDER BY place LIMIT ?"
DURABLE = ("journal_mode = WAL", "synchronous = FULL", "fullfsync = ON", "foreign_keys = ON")
"""A commit returns when it is on the disk."""


class NameTaken(Refused):
    """Another pair has the name."""

    status = 409


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
    """A room on the disk; whatever is asked of it is asked of its database."""

    def __init__(self, file: Path, *, new: RoomInfo | None = None, read_only: bool = False) -> None:
        if not new and (not file.is_file() or file.stat().st_size == 0):
            raise Refused(f"{file.name} is no database")
        where = f"{file.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
        self.database = sqlite3.connect(where, uri=True, isolation_level=None, timeout=1)
        self.folder, self.fault = file.parent, ""
        """Where it is, and why nothing can be written, for the page."""
        self.here: set[str] = set()
        """The pairs whose attempt is on this computer and has not joined."""
        self.era = token_hex(6)
        """A page that knows another one has to read everything: a pair has another name, or none."""
        for pragma in () if read_only else DURABLE:
            self.database.execute(f"PRAGMA {pragma}")
        if new:
            self.database.executescript(SCHEMA)
            self.save(new)
        row = self.database.execute("SELECT info FROM room").fetchone()
        self.info = msgspec.json.decode(row[0] if row else "{}", type=RoomInfo)

    @classmethod
    def create(cls, top: Path) -> "Records":
        """Create a room with a new join word; raises EnvironmentProblem."""
        info = RoomInfo(join_word(), token_hex(8), time.time())
        folder = top / FOLDER / f"{time.strftime(f'{DAY}-%H%M%S')}-{info.word}"
        with trouble(folder):
            folder.mkdir(parents=True)
            (top / FOLDER).chmod(0o700)  # it has the leader's key in it
            try:
                return cls(folder / DATABASE, new=info)
            except sqlite3.Error:  # a full disk: the room of before stays the last one
                shutil.rmtree(folder)
                raise

    @classmethod
    def open(cls, folder: Path, *, read_only: bool = False) -> "Records":
        """Open the room of a folder, and take over one of the format before; raises EnvironmentProblem."""
        with trouble(folder, "; NEW=1 opens a new room"):
            take_over(folder)
            return cls(folder / DATABASE, read_only=read_only)

    def save(self, info: RoomInfo) -> None:
        """Keep what the room is; raises EnvironmentProblem."""
        with self.writing():
            self.database.execute("REPLACE INTO room VALUES (1, ?)", [to_json(info)])
        self.info = info

    def find(self, **by: str) -> Record | None:
        """The record of the pair with this id, or this name."""
        ((column, value),) = by.items()
        return next(self.select(f"AND {column} = ?", value), None)

    def select(self, where: str = "", *values: str, last: int = -1) -> Iterator[Record]:
        """The records of some pairs, with all lights or the last ones."""
        for id, name, asked, kata, shares, proof, left in self.database.execute(
            f"{FIND_PAIRS} {where} ORDER BY rowid", values
        ):
            found = self.database.execute(LAST_LIGHTS, [id, last])
            lights = [read_light(report) for (report,) in found][::-1]
            verdicts = msgspec.json.decode(proof, type=list[VerdictLine]) if proof else None
            yield Record(Pair(id, name, kata, bool(shares)), lights, verdicts, bool(left), asked)

    def lights_after(self, place: int, most: int) -> list[tuple[int, str, str]]:
        """The next lights of all pairs behind a place: the place of each, the id of its pair, its JSON."""
        return self.database.execute(NEW_LIGHTS, [place, most]).fetchall()

    def add(self, record: Record, *, here: bool = False) -> None:
        """Record a file, or an attempt `here`; what a pair says of itself by network counts more.

        Another pair's name gets a number. Raises Refused, EnvironmentProblem.
        """
        known = self.find(id=record.pair.id)
        if known:
            pair, left = replace(known.pair, name=known.asked), known.left
        else:
            pair, left = replace(record.pair, name=self.free_name(record.pair.name)), record.left
        self.keep(Record(pair, record.lights, record.proof, left))
        self.here |= {pair.id} if here else set()

    def hear(self, sent: Delivery) -> Record:
        """Record what a pair sends, and return its record. Raises Refused, EnvironmentProblem.

        An attempt on this computer gives way if it has the name.
        """
        self.here.discard(sent.pair.id)
        try:
            return self.keep(sent)
        except NameTaken:
            other = self.find(name=sent.name)
            if other is None or other.pair.id not in self.here:
                raise
            self.rename(other.pair.id, self.free_name(other.pair.name))
            return self.keep(sent)

    def keep(self, sent: Delivery | Record) -> Record:
        """Record all of it, or nothing, and no light again; returns the record of the pair."""
        pair, asked = sent.pair, sent.pair.name
        known = self.find(id=pair.id)
        if known is None:
            self.require_place(pair)
        elif known.asked == asked:
            pair = replace(pair, name=known.pair.name)  # the leader may have renamed it
        before = known or Record(pair)
        new = in_sequence(asked, [*before.lights, *sent.lights])[len(before.lights) :]
        new = new if pair.shares else [replace(light, files=None) for light in new]
        proof = before.proof if sent.proof is None else sent.proof
        record = Record(pair, [*before.lights, *new], proof, sent.left, asked)
        if record == known:
            return known
        more = sum(map(size, new)) + (size(sent.proof) if sent.proof else 0)
        proof_text = None if proof is None else to_json(proof)
        with self.writing(asked):
            values = [pair.id, pair.name, asked, pair.kata, pair.shares, proof_text, sent.left, more]
            ((total,),) = self.database.execute(KEEP_PAIR, values).fetchall()
            if total > PAIR_BYTES:
                raise Refused(f"{asked} has sent {PAIR_BYTES:,} bytes: this room takes no more of one pair")
            kept = [(pair.id, light.history, light.number, to_json(light)) for light in new]
            self.database.executemany(KEEP_LIGHT, kept)
        if pair.name != before.pair.name:
            self.era = token_hex(6)
        return record

    def require_place(self, pair: Pair) -> None:
        """Raise Refused unless a new pair may join."""
        names = self.names()
        if pair.id in names:
            raise Refused(f"the leader has removed {pair.name} from this room")
        if self.info.locked:
            raise Refused("this room is locked: it takes no more pairs")
        if len([name for name in names.values() if name]) >= PAIRS:
            raise Refused(f"this room has {PAIRS} pairs: it takes no more")

    def names(self) -> dict[str, str | None]:
        """The name of each pair, by its id; None if it was removed."""
        return dict(self.database.execute("SELECT id, name FROM pairs ORDER BY rowid"))

    def free_name(self, name: str) -> str:
        """The name, with a number if a pair has it already."""
        taken = {name.lower() for name in self.names().values() if name}
        numbered = (f"{name}-{number}" for number in count(2))
        return next(one for one in chain([name], numbered) if one.lower() not in taken)

    def rename(self, id: str, name: str | None) -> None:
        """Give a pair another name, or remove it: its lights stay. Raises NameTaken, EnvironmentProblem."""
        with self.writing(name or ""):
            self.database.execute("UPDATE pairs SET name = ? WHERE id = ?", [name, id])
        self.era = token_hex(6)

    @contextmanager
    def writing(self, name: str = "") -> Iterator[None]:
        """Commit all of the block, which may give a pair this name, or nothing of it.

        Raises NameTaken, and EnvironmentProblem if the disk takes nothing.
        """
        try:
            with self.database:
                self.database.execute("BEGIN IMMEDIATE")
                yield
            self.fault = ""
        except sqlite3.IntegrityError:
            raise NameTaken(f"{name} is another pair's name in this room: take another one") from None
        except sqlite3.Error as error:
            self.fault = f"Nothing is recorded: {error}. The room goes on showing."
            raise EnvironmentProblem(f"nothing is recorded: {error}") from None

    def evening(self) -> Evening:
        """What a retrospective is about."""
        info = self.info
        title, records = f"the room {info.word}", in_order(self.select())
        return Evening(title, records, info.clock.rounds, info.opened, info.faults)


@lru_cache(50_000)
def read_light(report: str) -> Report:
    """A light that was kept."""
    return msgspec.json.decode(report, type=Report)


def find_rooms(top: Path) -> dict[Path, str]:
    """The join words of the rooms of a workspace, by their folders; the one opened last first.

    A folder is called 2026-01-31-193000-plum-fox; before, it had no time.
    """
    found = sorted((top / FOLDER).glob("*-*-*-*-*"), reverse=True)
    return {folder: "-".join(folder.name.rsplit("-", 2)[1:]) for folder in found}


def find_room(top: Path, word: str = "", *, today: bool = False) -> Path | None:
    """The folder of the room with this word, or of the one opened last; None if there is none.

    Raises UsageError if no room has the word.
    """
    rooms = find_rooms(top)
    if word and word not in rooms.values():
        known = ", ".join([*rooms.values()][:10]) or "none yet"
        raise UsageError(f"there is no room {word} here: there are {known}")
    day = time.strftime(DAY) if today and not word else ""
    those = (one for one in rooms if word in ("", rooms[one]) and one.name.startswith(day))
    return next(those, None)


def take_over(folder: Path) -> None:
    """Write a room of the format before into a database, once; its files stay as they are."""
    if (folder / DATABASE).exists():
        return
    info = msgspec.convert(json.loads(read_regular(folder / "room.json")), RoomInfo)
    draft = folder / f"{DATABASE}.draft"
    for rest in folder.glob(f"{draft.name}*"):
        rest.unlink()
    before, faults = read_files(folder / "pairs")
    records = Records(draft, new=replace(info, faults=tuple(faults)))
    for record in before:
        records.add(record)
    records.database.close()
    draft.rename(folder / DATABASE)


@contextmanager
def trouble(folder: Path, remedy: str = "") -> Iterator[None]:
    """Name the room that cannot be read or written: raises EnvironmentProblem."""
    try:
        yield
    except (OSError, sqlite3.Error, ValueError, msgspec.MsgspecError, UsageError) as fault:
        told = f"the room in {FOLDER}/{folder.name} cannot be opened: {describe_error(fault)}{remedy}"
        raise EnvironmentProblem(told) from None


def to_json(value: object) -> str:
    """A value as JSON."""
    return msgspec.json.encode(value).decode()


WORDS = [part.split() for part in (Path(__file__).parent / "words.txt").read_text("utf-8").split("\n\n")]
"""What it is like, and the animal that is like that."""


def join_word() -> str:
    """A new join word, of more than ten thousand: plum-fox."""
    return "-".join(map(choice, WORDS))
