"""The rooms on the disk: a folder with a database each, which keeps every light once and in order."""

import os
import sqlite3
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from secrets import choice, token_hex

import msgspec
from msgspec import Struct, structs

from dojo.attempt.light import RUNS
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.room.clock import Clock
from dojo.room.database import FREE_SPACE, is_full, open_database, open_to_read, reader_address
from dojo.room.models import Pair, Record, Report, VerdictLine, parse_record
from dojo.wording import plain

FOLDER, DATABASE = ".room", "room.db"
DAY = "%Y-%m-%d"
SUFFIX = ".lights"
MAX_RECORD_BYTES = 64 * 1024**2  # bytes of a file of `make hand-in`; no evening comes near
PAIRS = 200  # in a room
MAX_NAME_STEM = 36  # characters of a name that gets a number behind it
LIGHTS, PAIR_BYTES = 5_000, 30_000_000  # of a pair; an evening has some hundred lights
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
KEEP_PAIR = """
INSERT INTO pairs VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0)
ON CONFLICT (id) DO UPDATE SET (name, asked, kata, shares, proof, "left") = (?2, ?3, ?4, ?5, ?6, ?7)
"""
RENAME = "UPDATE pairs SET name = ? WHERE id = ?"
LIGHT_BEFORE = "SELECT 1 FROM lights WHERE pair = ? AND history = ? AND number = ? - 1"
# a light that is known stays as it is, and gets its code if it came without it: its pair may share later
KEEP_LIGHT = """
INSERT INTO lights (pair, history, number, report) VALUES (?, ?, ?, ?)
ON CONFLICT (pair, history, number) DO UPDATE
SET report = json_set(report, '$.files', json_extract(excluded.report, '$.files'))
WHERE json_extract(report, '$.files') IS NULL AND json_extract(excluded.report, '$.files') IS NOT NULL
"""
IS_FULL = "SELECT count(*) > ? OR total(length(report)) > ? FROM lights WHERE pair = ?"
FIND_PAIRS = 'SELECT id, name, asked, kata, shares, proof, "left" FROM pairs WHERE name IS NOT NULL'
LAST_LIGHTS = "SELECT report FROM lights WHERE pair = ? ORDER BY place DESC LIMIT ?"
NEW_LIGHTS = f"""
SELECT place, pair, json_set(
    json_remove(report, '$.history', '$.first_green', '$.to', '$.files'),
    '$.judged', json_extract(report, '$.verb') IN {RUNS}
) FROM lights WHERE place > ? ORDER BY place LIMIT ?
"""


class RoomInfo(Struct, frozen=True):
    """What a room is, and how it was opened: it is opened again in the same way."""

    word: str
    lead: str  # the key of the leader
    opened: float
    port: int = 0
    clock: Clock = Clock()
    locked: bool = False  # then no new pair may join
    message: str = ""  # what the leader tells all pairs
    asked: str = ""  # ADDRESS=
    address: str = ""  # where it was served the last time
    handed_in: str = ""  # FROM=, the folder of files that are shown as well
    kata: str = ""  # KATA=
    story: str = ""  # the folder of the story of that kata


class Records:
    """A room on the disk; whatever is asked of it is asked of its database."""

    def __init__(self, folder: Path, new: RoomInfo | None = None) -> None:
        """Open the room of a folder, or make a new one there; raises EnvironmentProblem.

        Where it cannot be written, it shows what it has.
        """
        self.folder, self.fault = folder, ""  # why nothing can be written, for the page
        file = folder / DATABASE
        try:
            if not file.exists():
                write_database(folder, new)
            if not file.is_file():
                raise UsageError(f"{file.name} is no file")
            opened = open_database(file)
            self.database, self.reader_address = opened.connection, opened.address
            self.problem = opened.problem
            if self.problem:
                self.fault = f"Nothing is recorded: {self.problem}."
            (info,) = self.database.execute("SELECT info FROM room").fetchone()
            self.info = msgspec.json.decode(info, type=RoomInfo)
            self.notes = [] if self.problem else self.keep_files(folder / "pairs")  # of the format before
        except (OSError, sqlite3.Error, ValueError, msgspec.MsgspecError, UsageError) as fault:
            problem = f"the room in {FOLDER}/{folder.name} cannot be opened: {describe_error(fault)}"
            raise EnvironmentProblem(problem + remedy(folder, is_new=bool(new))) from None

    @classmethod
    def create(cls, top: Path) -> "Records":
        """Create a room with a new join word; raises EnvironmentProblem."""
        info = RoomInfo(join_word(), token_hex(8), time.time())
        return cls(top / FOLDER / f"{time.strftime(f'{DAY}-%H%M%S')}-{info.word}", info)

    def save(self, info: RoomInfo) -> None:
        """Keep what the room is; raises EnvironmentProblem."""
        with self.writing():
            self.database.execute("REPLACE INTO room VALUES (1, ?)", [msgspec.json.encode(info).decode()])
        self.info = info

    def find(self, *, last: int = -1, **by: str) -> Record | None:
        """The record of the pair with this id, or this name."""
        ((column, value),) = by.items()
        return next(self.select(f"AND {column} = ?", value, last=last), None)

    def select(self, where: str = "", *values: str, last: int = -1) -> Iterator[Record]:
        """The records of some pairs, with all lights or the last ones."""
        rows = self.database.execute(f"{FIND_PAIRS} {where} ORDER BY rowid", values)
        for id, name, asked, kata, shares, proof, left in rows:
            found = self.database.execute(LAST_LIGHTS, [id, last])
            lights = [read_light(report) for (report,) in found][::-1]
            verdicts = msgspec.json.decode(proof, type=list[VerdictLine]) if proof else None
            yield Record(Pair(id, name, kata, bool(shares)), lights, verdicts, bool(left), asked)

    def names(self) -> dict[str, str | None]:
        """The name of each pair, by its id; None if it was removed."""
        return dict(self.database.execute("SELECT id, name FROM pairs ORDER BY rowid"))

    def keep_files(self, folder: Path) -> list[str]:
        """Record what the files in a folder say; returns a line for each that is not taken."""
        notes = []
        for file in sorted(folder.glob(f"*{SUFFIX}")):
            try:
                self.keep(read_file(file), by_network=False)
            except UsageError as fault:
                notes.append(not_taken(file.name, fault))
        return notes

    def keep(self, sent: Record, *, by_network: bool = True) -> Pair:
        """Record what a pair says, all of it or nothing, and no light again; returns the pair as it is here.

        A file says nothing of the pair if that is known. Raises UsageError, EnvironmentProblem.
        """
        before = self.find(id=sent.pair.id, last=0)
        if before is None:
            self.check_newcomer(sent.pair)
            before = Record(sent.pair)
        asked = sent.pair.name
        if before.asked and not by_network:
            sent = structs.replace(sent, pair=before.pair, left=before.left)
            asked = before.asked
        # the leader's name for it stays while the pair asks for the same one
        name = before.pair.name
        if asked != before.asked:
            name = self.free_name(asked, sent.pair.id)
        pair = structs.replace(sent.pair, name=name)
        proof = before.proof if sent.proof is None else sent.proof
        now = Record(pair, [], proof, sent.left, asked)
        with self.writing():
            if now != before:
                self.write_pair(now)
            for light in sent.lights:
                self.write_light(light, now)
            if sent.lights and (1,) in self.database.execute(IS_FULL, [LIGHTS, PAIR_BYTES, pair.id]):
                raise UsageError(f"{asked} has sent all that this room takes of one pair")
        return pair

    def check_newcomer(self, pair: Pair) -> None:
        """Raise UsageError if the room takes no pair that it does not know."""
        names = self.names()
        if pair.id in names:
            raise UsageError(f"the leader has removed {pair.name} from this room")
        if self.info.locked:
            raise UsageError("this room is locked: it takes no more pairs")
        places_taken = sum(1 for name in names.values() if name)
        if places_taken >= PAIRS:
            raise UsageError(f"this room has {PAIRS} pairs: it takes no more")

    def write_pair(self, record: Record) -> None:
        """Write what is known of a pair, in a transaction of the caller's."""
        pair = record.pair
        proof = None if record.proof is None else msgspec.json.encode(record.proof).decode()
        values = [pair.id, pair.name, record.asked, pair.kata, pair.shares, proof, record.left]
        self.database.execute(KEEP_PAIR, values)

    def write_light(self, light: Report, record: Record) -> None:
        """Write a light of a pair, in a transaction of the caller's; raises UsageError if one is missing."""
        pair = record.pair
        place = [pair.id, light.history, light.number]
        if light.number > 1 and not self.database.execute(LIGHT_BEFORE, place).fetchone():
            raise UsageError(f"light {light.number} of {record.asked} came before the one in front of it")
        report = light if pair.shares else structs.replace(light, files=None)
        self.database.execute(KEEP_LIGHT, [*place, msgspec.json.encode(report).decode()])

    def free_name(self, name: str, id: str) -> str:
        """Return the name, with a number if another pair has it already."""
        taken: set[str] = set()
        for other_id, other in self.names().items():
            if other and other_id != id:
                taken.add(other.lower())
        free, number = name, 2
        while free.lower() in taken:
            free = f"{name[:MAX_NAME_STEM]}-{number}"
            number += 1
        return free

    def rename(self, names: Mapping[str, str | None]) -> None:
        """Give pairs other names, by their ids, all of them or none; without one, a pair is removed.

        The lights stay. Raises UsageError, EnvironmentProblem.
        """
        with self.writing():
            # two pairs may change their names with each other
            for id in names:
                self.database.execute(RENAME, [None, id])
            for id, name in names.items():
                if name and self.free_name(name, id) != name:
                    raise UsageError(f"{name} is another pair's name in this room: take another one")
                self.database.execute(RENAME, [name, id])

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Commit all of the block, or nothing of it; raises EnvironmentProblem if the disk takes nothing."""
        if self.problem:
            raise EnvironmentProblem(f"nothing is recorded: {self.problem}")
        try:
            with self.database:
                self.database.execute("BEGIN IMMEDIATE")
                yield
            self.fault = ""
        except sqlite3.Error as error:
            self.fault = f"Nothing is recorded: {error}. The room goes on showing."
            if is_full(self.folder):
                self.fault += f" To go on, {FREE_SPACE}: the pairs send again what was not taken."
            raise EnvironmentProblem(f"nothing is recorded: {error}") from None


read_light = lru_cache(50_000)(msgspec.json.Decoder(Report).decode)


def read_regular(file: Path) -> bytes:
    """The content of a regular file; raises UsageError."""
    try:
        found = file.stat()
        if stat.S_ISREG(found.st_mode) and found.st_size <= MAX_RECORD_BYTES:
            return file.read_bytes()
    except OSError as fault:
        raise UsageError(describe_error(fault)) from None
    raise UsageError("it is no regular file, or too large")


def read_file(file: Path) -> Record:
    """The record of a file of `make hand-in`; raises UsageError."""
    return parse_record(read_regular(file))


def not_taken(name: str, fault: Exception) -> str:
    """The line that says why a file, or an attempt here, is not in the room."""
    return f"{plain(name)} is not taken: {plain(describe_error(fault))}"


def find_rooms(top: Path) -> dict[Path, str]:
    """The join words of the rooms, by their folders, the newest first: 2026-01-31-193000-plum-fox."""
    found = sorted((top / FOLDER).glob("*-*-*-*-*"), reverse=True)
    rooms = {}
    for folder in found:
        if any(folder.glob("room.*")):
            rooms[folder] = "-".join(folder.name.rsplit("-", 2)[1:])
    return rooms


def find_room(top: Path, word: str = "", *, today: bool = False) -> Path | None:
    """The folder of the room with this word, or of the newest; None if there is none. Raises UsageError."""
    rooms = find_rooms(top)
    if word and word not in rooms.values():
        known = ", ".join([*rooms.values()][:10]) or "none yet"
        raise UsageError(f"there is no room {word} here: there are {known}")
    day = time.strftime(DAY) if today and not word else ""
    for folder, its_word in rooms.items():
        if word in ("", its_word) and folder.name.startswith(day):
            return folder
    return None


def pairs_of_other_rooms(folder: Path) -> frozenset[str]:
    """The ids of the pairs of all rooms next to the one in a folder, as far as they can be read."""
    pairs: set[str] = set()
    for other in find_rooms(folder.parent.parent):
        if other == folder:
            continue
        file = other / DATABASE
        with suppress(sqlite3.Error), closing(open_to_read(reader_address(file))) as database:
            pairs.update(id for (id,) in database.execute("SELECT id FROM pairs"))
    return frozenset(pairs)


def find_info(top: Path, word: str = "") -> RoomInfo | None:
    """How the room with this word, or today's last, was opened; None if there is none. Raises UsageError."""
    folder = find_room(top, word, today=True)
    if folder is None:
        return None
    records = Records(folder)
    with closing(records.database):
        return records.info


def read_lights(address: str, id: str) -> list[Report]:
    """All lights of a pair of the room at an address. A thread calls this: a connection is of one thread."""
    with closing(open_to_read(address)) as database:
        found = database.execute(LAST_LIGHTS, [id, -1])
        return [read_light(report) for (report,) in found][::-1]


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
        folder.parent.chmod(0o700)  # it has the leader's key in it
    info = new or msgspec.json.decode(read_regular(folder / "room.json"), type=RoomInfo)
    draft = folder / f"draft.{DATABASE}"
    with closing(sqlite3.connect(draft)) as database:
        database.executescript(SCHEMA)
        database.execute("REPLACE INTO room VALUES (1, ?)", [msgspec.json.encode(info).decode()])
        database.commit()
    draft.rename(folder / DATABASE)


# what it is like, and the animal that is like that
WORDS = [part.split() for part in (Path(__file__).parent / "words.txt").read_text("utf-8").split("\n\n")]


def join_word() -> str:
    """A new join word, of more than ten thousand: plum-fox."""
    return "-".join(map(choice, WORDS))
