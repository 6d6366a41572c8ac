"""The rooms on the disk: a folder with a database each, which keeps every light once and in order."""

import sqlite3
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import lru_cache
from itertools import chain, count
from pathlib import Path
from secrets import choice, token_hex

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dojo.attempt.light import RUNS
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.room.clock import Clock
from dojo.room.models import Pair, Record, Refused, Report, VerdictLine, parse_record
from dojo.screen.words import plain

FOLDER, DATABASE = ".room", "room.db"
DAY = "%Y-%m-%d"
SUFFIX = ".lights"
LARGE = 64 * 1024**2
"""Bytes of a file of `make hand-in`; no evening comes near."""
PAIRS = 200
"""Pairs in a room."""
LIGHTS, PAIR_BYTES = 5_000, 30_000_000
"""Lights of a pair, and the characters of them all; an evening has some hundred lights."""
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
INSERT INTO pairs VALUES (?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT (id) DO UPDATE SET
    name = excluded.name, asked = excluded.asked, kata = excluded.kata, shares = excluded.shares,
    proof = excluded.proof, "left" = excluded."left"
"""
KEEP_LIGHT = "INSERT OR IGNORE INTO lights (pair, history, number, report) VALUES (?, ?, ?, ?)"
IS_FULL = """
SELECT 1 FROM lights WHERE pair = ? GROUP BY pair HAVING count(*) > ? OR total(length(report)) > ?
"""
FIND_PAIRS = 'SELECT id, name, asked, kata, shares, proof, "left" FROM pairs WHERE name IS NOT NULL'
LAST_LIGHTS = "SELECT report FROM lights WHERE pair = ? ORDER BY place DESC LIMIT ?"
NEW_LIGHTS = f"""
SELECT place, pair, json_set(
    json_remove(report, '$.history', '$.first_green', '$.to', '$.files'),
    '$.judged', json(CASE WHEN json_extract(report, '$.verb') IN {RUNS} THEN 'true' ELSE 'false' END)
) FROM lights WHERE place > ? ORDER BY place LIMIT ?
"""
DURABLE = ("journal_mode = WAL", "synchronous = FULL", "fullfsync = ON", "foreign_keys = ON")
"""A commit returns when it is on the disk."""


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
    """A room on the disk; whatever is asked of it is asked of its database."""

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        self.folder, self.fault = folder, ""
        """Where it is, and why nothing can be written, for the page."""
        self.era = token_hex(6)
        """A page that knows another one has to read everything: a pair has another name, or none."""
        file = folder / DATABASE
        if not file.is_file():
            raise Refused(f"{file.name} is no file")
        where = f"{file.absolute().as_uri()}?mode={'ro' if read_only else 'rw'}"
        self.database = sqlite3.connect(where, uri=True, isolation_level=None, timeout=1)
        row = self.database.execute("SELECT info FROM room").fetchone()
        self.info = msgspec.json.decode(row[0] if row else "{}", type=RoomInfo)
        for pragma in () if read_only else DURABLE:
            self.database.execute(f"PRAGMA {pragma}")
        self.notes = self.add(read_files(folder / "pairs"))
        """Why something of the format before is not taken over."""

    @classmethod
    def create(cls, top: Path) -> "Records":
        """Create a room with a new join word; raises EnvironmentProblem."""
        info = RoomInfo(join_word(), token_hex(8), time.time())
        folder = top / FOLDER / f"{time.strftime(f'{DAY}-%H%M%S')}-{info.word}"
        with trouble(folder):
            folder.mkdir(parents=True)
            (top / FOLDER).chmod(0o700)  # it has the leader's key in it
            write_database(folder, info)
            return cls(folder)

    @classmethod
    def open(cls, folder: Path, *, read_only: bool = False) -> "Records":
        """Open the room of a folder, and take over one of the format before; raises EnvironmentProblem."""
        before = folder / "room.json"
        with trouble(folder, "; NEW=1 opens a new room"):
            if not (folder / DATABASE).exists():
                write_database(folder, msgspec.json.decode(read_regular(before), type=RoomInfo))
            return cls(folder, read_only=read_only and not before.exists())

    def save(self, info: RoomInfo) -> None:
        """Keep what the room is; raises EnvironmentProblem."""
        with self.writing():
            self.database.execute("REPLACE INTO room VALUES (1, ?)", [to_json(info)])
        self.info = info

    def find(self, *, last: int = -1, **by: str) -> Record | None:
        """The record of the pair with this id, or this name."""
        ((column, value),) = by.items()
        return next(self.select(f"AND {column} = ?", value, last=last), None)

    def select(self, where: str = "", *values: str, last: int = -1) -> Iterator[Record]:
        """The records of some pairs, with all lights or the last ones."""
        for id, name, asked, kata, shares, proof, left in self.database.execute(
            f"{FIND_PAIRS} {where} ORDER BY rowid", values
        ):
            found = self.database.execute(LAST_LIGHTS, [id, last])
            lights = [read_light(report) for (report,) in found][::-1]
            verdicts = msgspec.json.decode(proof, type=list[VerdictLine]) if proof else None
            yield Record(Pair(id, name, kata, bool(shares)), lights, verdicts, bool(left), asked)

    def names(self) -> dict[str, str | None]:
        """The name of each pair, by its id; None if it was removed."""
        return dict(self.database.execute("SELECT id, name FROM pairs ORDER BY rowid"))

    def add(self, found: Mapping[str, Record | Refused]) -> dict[str, str]:
        """Record what files and attempts here say; returns by their names the lines for those not taken.

        Raises EnvironmentProblem.
        """
        notes = {}
        for name, told in found.items():
            try:
                if isinstance(told, Refused):
                    raise told
                self.keep(told, by_network=False)
                notes[name] = ""
            except Refused as fault:
                notes[name] = f"{plain(Path(name).name)} is not taken: {plain(str(fault))}"
        return notes

    def keep(self, sent: Record, *, by_network: bool = True) -> Pair:
        """Record what a pair says, all of it or nothing, and no light again; returns the pair as it is here.

        What a pair says of itself by network counts more than a file. Raises Refused, EnvironmentProblem.
        """
        before = self.find(id=sent.pair.id, last=1)
        if before is None:
            self.require_place(sent.pair)
            before = Record(sent.pair)
        elif not by_network:
            sent = Record(replace(before.pair, name=before.asked), sent.lights, sent.proof, before.left)
        asked = sent.pair.name
        is_same = asked == before.asked  # even if the leader has renamed it
        pair = replace(sent.pair, name=before.pair.name if is_same else self.free_name(asked, sent.pair.id))
        proof = before.proof if sent.proof is None else sent.proof
        after = Record(pair, before.lights, proof, sent.left, asked)
        with self.writing():
            if after != before:
                said = None if proof is None else to_json(proof)
                values = [pair.id, pair.name, asked, pair.kata, pair.shares, said, sent.left]
                self.database.execute(KEEP_PAIR, values)
            last = [(one.history, one.number) for one in before.lights]
            for light in sent.lights:
                report = to_json(light if pair.shares else replace(light, files=None))
                place = (light.history, light.number)
                if self.database.execute(KEEP_LIGHT, [pair.id, *place, report]).rowcount:
                    if light.number > 1 and last != [(light.history, light.number - 1)]:
                        raise Refused(f"light {light.number} of {asked} came before the one in front of it")
                    last = [place]
            if sent.lights and (1,) in self.database.execute(IS_FULL, [pair.id, LIGHTS, PAIR_BYTES]):
                raise Refused(f"{asked} has sent all that this room takes of one pair")
        if pair.name != before.pair.name:
            self.era = token_hex(6)
        return pair

    def require_place(self, pair: Pair) -> None:
        """Raise Refused unless a new pair may join."""
        names = self.names()
        if pair.id in names:
            raise Refused(f"the leader has removed {pair.name} from this room")
        if self.info.locked:
            raise Refused("this room is locked: it takes no more pairs")
        if len([name for name in names.values() if name]) >= PAIRS:
            raise Refused(f"this room has {PAIRS} pairs: it takes no more")

    def free_name(self, name: str, id: str) -> str:
        """The name, with a number if another pair has it already."""
        taken = {other.lower() for one, other in self.names().items() if other and one != id}
        numbered = (f"{name[:36]}-{number}" for number in count(2))
        return next(one for one in chain([name], numbered) if one.lower() not in taken)

    def rename(self, id: str, name: str | None) -> None:
        """Give a pair another name, or remove it: its lights stay. Raises Refused, EnvironmentProblem."""
        if name and self.free_name(name, id) != name:
            raise Refused(f"{name} is another pair's name in this room: take another one")
        with self.writing():
            self.database.execute("UPDATE pairs SET name = ? WHERE id = ?", [name, id])
        self.era = token_hex(6)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Commit all of the block, or nothing of it; raises EnvironmentProblem if the disk takes nothing."""
        try:
            with self.database:
                self.database.execute("BEGIN IMMEDIATE")
                yield
            self.fault = ""
        except sqlite3.Error as error:
            self.fault = f"Nothing is recorded: {error}. The room goes on showing."
            raise EnvironmentProblem(f"nothing is recorded: {error}") from None


read_light = lru_cache(50_000)(msgspec.json.Decoder(Report).decode)


def read_regular(file: Path) -> bytes:
    """The content of a regular file; raises Refused."""
    try:
        found = file.stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGE:
            raise Refused("it is no regular file, or too large")
        return file.read_bytes()
    except OSError as fault:
        raise Refused(describe_error(fault)) from None


def read_file(file: Path) -> Record | Refused:
    """The record of a file of `make hand-in`, or why it has none."""
    try:
        return parse_record(read_regular(file))
    except Refused as fault:
        return fault


def read_files(folder: Path) -> dict[str, Record | Refused]:
    """What the files in a folder have, by their names."""
    return {file.name: read_file(file) for file in sorted(folder.glob(f"*{SUFFIX}"))}


def find_rooms(top: Path) -> dict[Path, str]:
    """The join words of the rooms of a workspace, by their folders; the one opened last first.

    A folder is called 2026-01-31-193000-plum-fox; before, it had no time.
    """
    found = sorted((top / FOLDER).glob("*-*-*-*-*"), reverse=True)
    return {one: "-".join(one.name.rsplit("-", 2)[1:]) for one in found if any(one.glob("room.*"))}


def find_room(top: Path, word: str = "", *, today: bool = False) -> Path | None:
    """The folder of the room with this word, or of the one opened last; None if there is none.

    Raises UsageError if no room has the word.
    """
    rooms = find_rooms(top)
    if word and word not in rooms.values():
        known = ", ".join([*rooms.values()][:10]) or "none yet"
        raise UsageError(f"there is no room {word} here: there are {known}")
    day = time.strftime(DAY) if today and not word else ""
    return next((one for one in rooms if word in ("", rooms[one]) and one.name.startswith(day)), None)


def write_database(folder: Path, info: RoomInfo) -> None:
    """Write the database of a room, whole or not at all."""
    draft = folder / f"draft.{DATABASE}"
    for rest in folder.glob(f"{draft.name}*"):
        rest.unlink()
    with closing(sqlite3.connect(draft)) as database:
        database.executescript(SCHEMA)
        database.execute("INSERT INTO room VALUES (1, ?)", [to_json(info)])
        database.commit()
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
