"""A room on the disk: its database keeps every light once and in order."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import structs

from dojo.attempt.light import RUNS
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.room.models import Pair, Record, Report, VerdictLine
from dojo.room.storage.creation import DATABASE, FOLDER, RoomInfo, remedy, write_database
from dojo.room.storage.database import FREE_SPACE, is_full, open_database, open_to_read
from dojo.room.storage.files import SUFFIX, describe_refusal, read_file

# in a room
PAIRS = 200
# of a pair; an evening has some hundred lights
LIGHTS = 5_000
PAIR_BYTES = 30_000_000
# of a name that gets a number behind it
MAX_STEM_CHARACTERS = 36
# reports of lights that stay in memory, for all pairs together
MAX_CACHED_REPORTS = 50_000
KEEP_PAIR = """
INSERT INTO pairs VALUES (?, ?, ?, ?, ?, ?, ?, 0)
ON CONFLICT (id) DO UPDATE SET (name, asked, kata, shares, proof, "left")
= (excluded.name, excluded.asked, excluded.kata, excluded.shares, excluded.proof, excluded."left")
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
IS_OVER = "SELECT count(*) > ? OR total(length(report)) > ? FROM lights WHERE pair = ?"
FIND_PAIRS = 'SELECT id, name, asked, kata, shares, proof, "left" FROM pairs WHERE name IS NOT NULL'
LAST_LIGHTS = "SELECT report FROM lights WHERE pair = ? ORDER BY place DESC LIMIT ?"
NEW_LIGHTS = f"""
SELECT place, pair, json_set(
    json_remove(report, '$.history', '$.first_green', '$.to', '$.files'),
    '$.judged', json_extract(report, '$.verb') IN {RUNS}
) FROM lights WHERE place > ? ORDER BY place LIMIT ?
"""


class UnknownPairError(UsageError):
    """No pair of the room has the name that somebody asks for."""


class Records:
    """A room on the disk; whatever is asked of it is asked of its database.

    Attributes:
        folder: where it is.
        info: what it is, and how it was opened.
        database: the connection of the thread that has opened it.
        reader_address: with which other threads open the database to read.
        problem: why it cannot be written, and what to do; empty if it can.
        fault: the line for the page, while nothing is recorded.
        notes: a line for each file of the format before that is not taken.
    """

    def __init__(self, folder: Path, new: RoomInfo | None = None) -> None:
        """Open the room of a folder, or make a new one there; raises EnvironmentProblem.

        Where it cannot be written, it shows what it has.
        """
        self.folder = folder
        self.fault = ""
        self.notes: list[str] = []
        file = folder / DATABASE
        try:
            if not file.exists():
                write_database(folder, new)
            if not file.is_file():
                raise UsageError(f"{file.name} is no file")
            opened = open_database(file)
            self.database = opened.connection
            self.reader_address = opened.address
            self.problem = opened.problem
            (info,) = self.database.execute("SELECT info FROM room").fetchone()
            self.info = msgspec.json.decode(info, type=RoomInfo)
            if self.problem:
                self.fault = f"Nothing is recorded: {self.problem}."
            else:
                self.notes = self.keep_files(folder / "pairs")
        except (OSError, sqlite3.Error, ValueError, msgspec.MsgspecError, UsageError) as fault:
            problem = f"the room in {FOLDER}/{folder.name} cannot be opened: {describe_error(fault)}"
            raise EnvironmentProblem(problem + remedy(folder, is_new=bool(new))) from None

    def save(self, info: RoomInfo) -> None:
        """Keep what the room is; raises EnvironmentProblem."""
        with self.writing():
            self.database.execute("REPLACE INTO room VALUES (1, ?)", [msgspec.json.encode(info).decode()])
        self.info = info

    def find(self, *, id: str = "", name: str = "", last: int = -1) -> Record | None:
        """Return the record of the pair with this id, or with this name, with all lights or the last ones."""
        if id:
            return next(self.select("AND id = ?", id, last=last), None)
        return next(self.select("AND name = ?", name, last=last), None)

    def require(self, name: str) -> Record:
        """Return the record of the pair with this name, without its lights; raises UnknownPairError."""
        record = self.find(name=name, last=0)
        if record is None:
            raise UnknownPairError("there is no such pair")
        return record

    def select(self, where: str = "", *values: str, last: int = -1) -> Iterator[Record]:
        """Yield the records of some pairs, with all lights or the last ones."""
        rows = self.database.execute(f"{FIND_PAIRS} {where} ORDER BY rowid", values)
        for id, name, asked, kata, shares, proof, left in rows:
            lights = list_lights(self.database, id, last)
            verdicts = msgspec.json.decode(proof, type=list[VerdictLine]) if proof else None
            yield Record(Pair(id, name, kata, bool(shares)), lights, verdicts, bool(left), asked)

    def names(self) -> dict[str, str | None]:
        """Return the name of each pair, by its id; None if it was removed."""
        return dict(self.database.execute("SELECT id, name FROM pairs ORDER BY rowid"))

    def keep_files(self, folder: Path) -> list[str]:
        """Record what the files in a folder say; returns a line for each that is not taken."""
        lines = []
        for file in sorted(folder.glob(f"*{SUFFIX}")):
            try:
                self.keep(read_file(file), by_network=False)
            except UsageError as fault:
                lines.append(describe_refusal(file.name, fault))
        return lines

    def keep(self, sent: Record, *, by_network: bool = True) -> Pair:
        """Record what a pair says, all of it or nothing, and no light again; returns the pair as it is here.

        Raises UsageError if the room does not take it, and EnvironmentProblem.
        """
        known = self.find(id=sent.pair.id, last=0)
        if known is None:
            self.check_newcomer(sent.pair)
        now = self.combine(known, sent, by_network=by_network)
        with self.writing():
            if now != known:
                self.write_pair(now)
            for light in sent.lights:
                self.write_light(light, now)
            if sent.lights and self.has_sent_all(now.pair):
                raise UsageError(f"{now.asked} has sent all that this room takes of one pair")
        return now.pair

    def combine(self, known: Record | None, sent: Record, *, by_network: bool) -> Record:
        """Return what the room knows of a pair once it has sent something, without its lights.

        `known` is what it knew before; None of a newcomer.
        """
        proof = sent.proof
        if proof is None and known:
            proof = known.proof
        if known and not by_network:
            # a file may be old: its lights and its proof count, and what it says of the pair does not
            return structs.replace(known, proof=proof)
        asked = sent.pair.name
        name = known.pair.name if known else ""
        # the leader's name for the pair stays while the pair asks for the same one
        if known is None or known.asked != asked:
            name = self.free_name(asked, sent.pair.id)
        return Record(structs.replace(sent.pair, name=name), [], proof, sent.left, asked)

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

    def has_sent_all(self, pair: Pair) -> bool:
        """True if a pair has more lights than the room takes of one."""
        (is_over,) = self.database.execute(IS_OVER, [LIGHTS, PAIR_BYTES, pair.id]).fetchone()
        return bool(is_over)

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
            free = f"{name[:MAX_STEM_CHARACTERS]}-{number}"
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


read_light = lru_cache(MAX_CACHED_REPORTS)(msgspec.json.Decoder(Report).decode)


def list_lights(database: sqlite3.Connection, id: str, last: int = -1) -> list[Report]:
    """Return the lights of a pair in their order, all of them or the last ones."""
    newest_first = database.execute(LAST_LIGHTS, [id, last]).fetchall()
    return [read_light(report) for (report,) in reversed(newest_first)]


def read_lights(address: str, id: str) -> list[Report]:
    """Return all lights of a pair of the room at an address, for a thread: a connection is of one thread."""
    with closing(open_to_read(address)) as database:
        return list_lights(database, id)
