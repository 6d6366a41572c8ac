"""The rooms on the disk: a folder with a database each, which keeps every light once and in order."""

import json
import secrets
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
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
    LIGHTS,
    PAIR_BYTES,
    Delivery,
    Evening,
    Pair,
    Record,
    Refused,
    Report,
    VerdictLine,
    plain,
    size,
)

FOLDER, DATABASE = ".room", "room.db"
OLD_FILE, OLD_PAIRS = "room.json", "pairs"
"""What a room of the format before has in its place."""
DAY = "%Y-%m-%d"
PAIRS = 200
"""Pairs in a room."""
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


class Records:
    """The records of a room: in memory, and in the database of its folder."""

    def __init__(self, database: sqlite3.Connection, info: RoomInfo, faults: Sequence[str] = ()) -> None:
        self.database, self.info, self.faults = database, info, list(faults)
        self.records: dict[str, Record] = {}
        self.removed: set[str] = set()

    @property
    def folder(self) -> Path:
        """The folder of the room."""
        return Path(self.database.execute("PRAGMA database_list").fetchone()[2]).parent

    @classmethod
    def create(cls, top: Path) -> "Records":
        """Create a room with a new join word; raises EnvironmentProblem."""
        info = RoomInfo(join_word(), secrets.token_hex(8), time.time())
        folder = top / FOLDER / f"{time.strftime(DAY)}-{info.word}"
        with trouble(folder):
            folder.mkdir(parents=True)
            (top / FOLDER).chmod(0o700)  # it has the leader's key in it
            database = connect(folder / DATABASE)
            return cls.created(database, info)

    @classmethod
    def created(cls, database: sqlite3.Connection, info: RoomInfo) -> "Records":
        """The records of an empty room in an empty database."""
        records = cls(database, info)
        database.executescript(SCHEMA)
        records.save(info)
        return records

    @classmethod
    def open(cls, folder: Path, *, read_only: bool = False) -> "Records":
        """Open the room of a folder, also one of the format before; raises EnvironmentProblem."""
        file = folder / DATABASE
        with trouble(folder):
            if not file.exists():
                return take_over(folder)
            records = cls(*opened(file, read_only=read_only))
            records.load()
            return records

    def load(self) -> None:
        """Read all pairs and their lights."""
        for id, name, kata, shares, proof, left in self.database.execute(
            'SELECT id, name, kata, shares, proof, "left" FROM pairs'
        ):
            if name is None:
                self.removed.add(id)
                continue
            verdicts = msgspec.json.decode(proof, type=list[VerdictLine]) if proof else None
            self.records[id] = Record(Pair(id, name, kata, bool(shares)), [], verdicts, bool(left))
        for id, report in self.database.execute("SELECT pair, report FROM lights ORDER BY place"):
            if id in self.records:
                self.records[id].lights.append(msgspec.json.decode(report, type=Report))

    def save(self, info: RoomInfo) -> None:
        """Keep what the room is; raises EnvironmentProblem."""
        with self.writing():
            self.database.execute("REPLACE INTO room VALUES (1, ?)", [encoded(info)])
        self.info = info

    def hear(self, delivery: Delivery) -> tuple[Record, bool]:
        """Record what a pair sends: all of it, or nothing.

        Returns the record of the pair, and True if anything of it is new; lights that are known are not
        recorded again. Raises Refused, and EnvironmentProblem if nothing can be written.
        """
        return self.record(delivery.pair, delivery.lights, delivery.proof, left=delivery.left)

    def record(
        self, pair: Pair, lights: Sequence[Report], proof: list[VerdictLine] | None, *, left: bool
    ) -> tuple[Record, bool]:
        """Record lights and the proof of a pair; see `hear`."""
        if pair.id in self.removed:
            raise Refused(f"the leader has removed {pair.name} from this room")
        known = self.records.get(pair.id)
        if known is None and self.info.locked:
            raise Refused("this room is locked: it takes no more pairs")
        if known is None and len(self.records) >= PAIRS:
            raise Refused(f"this room has {PAIRS} pairs: it takes no more")
        before = known or Record(pair)
        with self.writing():
            name = self.require_name(pair)
            shown = replace(pair, name=name)
            new = self.insert(shown, before, lights, proof)
            is_news = bool(new) or known is None or left != before.left or shown != before.pair
            if proof is not None and proof != before.proof:
                self.database.execute("UPDATE pairs SET proof = ? WHERE id = ?", [encoded(proof), pair.id])
                is_news = True
            if is_news:
                values = [name, pair.name, pair.kata, pair.shares, left, pair.id]
                self.database.execute(
                    'UPDATE pairs SET name = ?, asked = ?, kata = ?, shares = ?, "left" = ? WHERE id = ?',
                    values,
                )
        before.pair, before.left = shown, left
        before.proof = before.proof if proof is None else proof
        before.lights += new
        self.records[pair.id] = before
        return before, is_news

    def require_name(self, pair: Pair) -> str:
        """The name of the pair in the room: the leader's, if it has renamed it; raises NameTaken."""
        row = self.database.execute("SELECT name, asked FROM pairs WHERE id = ?", [pair.id]).fetchone()
        if row and row[1] == pair.name:
            return str(row[0])
        try:
            if row is None:
                values = [pair.id, pair.name, pair.name, pair.kata, pair.shares]
                self.database.execute("INSERT INTO pairs VALUES (?, ?, ?, ?, ?, NULL, 0, 0)", values)
            else:
                self.database.execute("UPDATE pairs SET name = ? WHERE id = ?", [pair.name, pair.id])
        except sqlite3.IntegrityError:
            raise NameTaken(f"{pair.name} is another pair's name in this room: take another one") from None
        return pair.name

    def insert(
        self, pair: Pair, before: Record, lights: Sequence[Report], proof: list[VerdictLine] | None
    ) -> list[Report]:
        """Insert the lights that are new; raises Refused if one is missing before them, or for too many."""
        new: list[Report] = []
        last = before.lights[-1] if before.lights else None
        for sent in lights:
            light = sent if pair.shares else replace(sent, files=None)
            values = [pair.id, light.history, light.number, encoded(light)]
            command = "INSERT OR IGNORE INTO lights (pair, history, number, report) VALUES (?, ?, ?, ?)"
            if not self.database.execute(command, values).rowcount:
                continue
            follows = last and last.history == light.history
            if light.number != (last.number + 1 if last and follows else 1):
                raise Refused(f"light {light.number} of {pair.name} came before the one in front of it")
            last = light
            new.append(light)
        if len(before.lights) + len(new) > LIGHTS:
            raise Refused(f"{pair.name} has {LIGHTS} lights here: this room takes no more of one pair")
        more = sum(map(size, new)) + (size(proof) if proof else 0)
        self.database.execute("UPDATE pairs SET bytes = bytes + ? WHERE id = ?", [more, pair.id])
        (total,) = self.database.execute("SELECT bytes FROM pairs WHERE id = ?", [pair.id]).fetchone()
        if more and total > PAIR_BYTES:
            raise Refused(f"{pair.name} has sent {PAIR_BYTES:,} bytes: this room takes no more of one pair")
        return new

    def rename(self, id: str, name: str) -> None:
        """Give a pair another name; raises NameTaken, EnvironmentProblem."""
        try:
            with self.writing():
                self.database.execute("UPDATE pairs SET name = ? WHERE id = ?", [name, id])
        except sqlite3.IntegrityError:
            raise NameTaken(f"{name} is another pair's name in this room") from None
        self.records[id].pair = replace(self.records[id].pair, name=name)

    def remove(self, id: str) -> None:
        """Remove a pair; its lights stay in the database. Raises EnvironmentProblem."""
        with self.writing():
            self.database.execute("UPDATE pairs SET name = NULL WHERE id = ?", [id])
        del self.records[id]
        self.removed.add(id)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Commit all of the block or nothing of it; raises EnvironmentProblem if the disk takes nothing."""
        try:
            with self.database:
                self.database.execute("BEGIN IMMEDIATE")
                yield
        except sqlite3.IntegrityError:
            raise
        except sqlite3.Error as error:
            raise EnvironmentProblem(f"nothing is recorded: {error}") from None

    def evening(self, faults: Sequence[str] = ()) -> Evening:
        """What a retrospective is about."""
        rounds = [(one.start, one.end) for one in self.info.clock.phases if one.kind == ROUND]
        return Evening(
            f"the room {self.info.word}",
            in_order(self.records.values()),
            rounds,
            self.info.opened,
            [*self.faults, *faults],
        )


class Found(NamedTuple):
    """A room in the folder of rooms: what it is, or why it cannot be read."""

    folder: Path
    info: RoomInfo | None
    fault: str = ""

    @property
    def word(self) -> str:
        """Its join word, which its folder is called after."""
        return self.folder.name[len("2026-01-01-") :]


def find_rooms(top: Path) -> list[Found]:
    """The rooms of a workspace, the one opened last first."""
    found = []
    for folder in (top / FOLDER).glob("*-*-*-*-*"):
        try:
            with trouble(folder):
                found.append(Found(folder, read_info(folder)))
        except EnvironmentProblem as fault:
            found.append(Found(folder, None, str(fault)))
    return sorted(
        found, key=lambda one: (one.folder.name[:10], one.info.opened if one.info else 0), reverse=True
    )


def find_room(top: Path, word: str = "", *, today: bool = False) -> Path | None:
    """The folder of the room with this word, or of the one opened last; None if there is none.

    Raises UsageError if no room has the word, and EnvironmentProblem if the room cannot be read.
    """
    rooms = find_rooms(top)
    if word:
        those = [one for one in rooms if one.word == word]
        if not those:
            known = ", ".join(one.word for one in rooms[:10]) or "none yet"
            raise UsageError(f"there is no room {word} here: there are {known}")
    else:
        those = [one for one in rooms if not today or one.folder.name.startswith(time.strftime(DAY))]
    for one in those:
        if one.fault:
            raise EnvironmentProblem(f"{one.fault}; NEW=1 opens a new room")
    return those[0].folder if those else None


def read_info(folder: Path) -> RoomInfo:
    """What the room of a folder is; raises OSError, sqlite3.Error, Refused and what broken JSON raises."""
    if (folder / DATABASE).exists():
        database, info = opened(folder / DATABASE, read_only=True)
        database.close()
        return info
    return old_info(folder)


def old_info(folder: Path) -> RoomInfo:
    """The room of the format before, from its file."""
    return msgspec.convert(json.loads(read_regular(folder / OLD_FILE)), RoomInfo)


def take_over(folder: Path) -> Records:
    """Write the room of the format before into a database, once; its files stay as they are."""
    draft = folder / f"{DATABASE}.draft"
    for rest in folder.glob(f"{draft.name}*"):
        rest.unlink()
    records = Records.created(connect(draft), old_info(folder))
    for file in sorted((folder / OLD_PAIRS).glob(f"*{SUFFIX}")):
        try:
            old = read_record(file)
            records.record(old.pair, old.lights, old.proof, left=old.left)
        except Refused as fault:
            records.faults.append(f"{plain(file.name)} is not taken: {fault}")
    records.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    records.database.close()
    draft.rename(folder / DATABASE)
    taken = Records.open(folder)
    taken.faults += records.faults
    return taken


def connect(file: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection to a database, which is created if it is not there."""
    mode = "ro" if read_only else "rwc"
    database = sqlite3.connect(
        f"{file.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=1
    )
    for pragma in DURABLE if not read_only else ():
        database.execute(f"PRAGMA {pragma}")
    return database


def opened(file: Path, *, read_only: bool) -> tuple[sqlite3.Connection, RoomInfo]:
    """The database of a room, and what the room is."""
    if not file.is_file() or file.stat().st_size == 0:
        raise Refused(f"{file.name} is no database")
    database = connect(file, read_only=read_only)
    row = database.execute("SELECT info FROM room").fetchone()
    return database, msgspec.json.decode(row[0] if row else "{}", type=RoomInfo)


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


def encoded(value: object) -> str:
    """A value as JSON."""
    return msgspec.json.encode(value).decode()


WORDS = [part.split() for part in (Path(__file__).parent / "words.txt").read_text("utf-8").split("\n\n")]
"""What it is like, and the animal that is like that."""


def join_word() -> str:
    """A new join word, of more than ten thousand: plum-fox."""
    return "-".join(map(secrets.choice, WORDS))
