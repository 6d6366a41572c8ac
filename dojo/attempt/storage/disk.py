"""The lights of an attempt on the disk: one SQLite file, which a kill or a full disk leaves as it was.

A light is one transaction, which ends when it is on the disk. The file is open during a call only: a lock
would else go with the first child that closes it. Earlier editions kept lights in a git repository next to
it; the first call takes all of them over in one transaction. The repository stays as it is, and is not read
again.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from json import dumps, loads
from pathlib import Path

from dojo.attempt.light import Light
from dojo.attempt.snapshot import File, Files, Snapshot
from dojo.attempt.storage.earlier import read_earlier, split_left_out
from dojo.attempt.storage.fields import InvalidLightError
from dojo.attempt.storage.git import BareRepository, GitError
from dojo.attempt.storage.light_json import parse, read_light, write_light
from dojo.attempt.storage.names import EARLIER_BRANCH, EARLIER_SUFFIX
from dojo.attempt.store import AnyLight, StoreError, place_after

LOCK_TIMEOUT_S = 10  # each writer needs some milliseconds, unless it was stopped
FORMAT = 1  # `user_version` of the file; 0 is one without tables
SCHEMA = (
    "CREATE TABLE lights (number INTEGER PRIMARY KEY, light TEXT NOT NULL, left_out TEXT NOT NULL)",
    # files hardly change from light to light, so each content is kept once
    "CREATE TABLE contents (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, content BLOB NOT NULL)",
    """
    CREATE TABLE files (
        light INTEGER NOT NULL REFERENCES lights, path BLOB NOT NULL, mode TEXT NOT NULL,
        content INTEGER NOT NULL REFERENCES contents, PRIMARY KEY (light, path)
    ) WITHOUT ROWID
    """,
    f"PRAGMA user_version = {FORMAT}",
)
# a commit returns when it is on the disk, on macOS as well
DURABLE = ("PRAGMA synchronous = FULL", "PRAGMA fullfsync = ON")
WORDS = {
    "SQLITE_BUSY": "another run holds the lights; is one stopped with Ctrl-Z?",
    "SQLITE_IOERR_LOCK": "the disk has no locks",
}


@dataclass(frozen=True)
class DiskStore:
    """The store in the file `<name>.db`; an earlier edition had `<name>.git` in the same folder."""

    file: Path

    @property
    def earlier(self) -> BareRepository:
        return BareRepository(self.file.with_suffix(EARLIER_SUFFIX))

    def append(self, light: AnyLight, snapshot: Snapshot) -> AnyLight:
        """Add a light with its files, and return it as it is recorded; raises StoreError."""
        with self.writing() as database:
            placed = place_after(read_last(database), light, snapshot)
            insert(database, placed, snapshot)
        return placed

    def lights(self) -> list[Light]:
        """Return all lights, the oldest first; raises StoreError."""
        if self.is_behind():
            try:
                self.take_over()
            except StoreError:
                # nothing can be written here now: what there is can be read
                with errors_as_store_errors():
                    return [light for light, _ in read_repository(self.earlier)]
        if not self.file.exists():
            return []
        with self.reading() as database:
            rows = select(database, "SELECT light FROM lights ORDER BY number")
            return [read_light(light) for (light,) in rows]

    def snapshots(self, lights: Sequence[Light]) -> dict[str, Snapshot]:
        """Return the files of some lights, by their ids; raises StoreError."""
        if self.is_behind():
            asked = {light.id for light in lights}
            found = {}
            with errors_as_store_errors():
                for light, snapshot in read_repository(self.earlier):
                    if light.id in asked:
                        found[light.id] = snapshot
            return found
        with self.reading() as database:
            return read_snapshots(database, lights)

    def last_written(self) -> int:
        """Return when the last light was added, in nanoseconds; 0 if there is none."""
        for file in (self.file, self.earlier.folder / EARLIER_BRANCH):
            try:
                return file.stat().st_mtime_ns
            except OSError:
                continue
        return 0

    def is_behind(self) -> bool:
        """True if lights of an earlier edition are not taken over yet."""
        if not self.earlier.folder.exists():
            return False
        if not self.file.exists():
            return True
        with self.reading() as database:
            return not has_tables(database)

    def take_over(self) -> None:
        """Take over all lights of an earlier edition, unless that was done; raises StoreError."""
        with self.writing():
            pass

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Commit what the block writes, or nothing of it; raises StoreError."""
        with errors_as_store_errors():
            self.file.parent.mkdir(exist_ok=True)
            with closing(
                sqlite3.connect(self.file, timeout=LOCK_TIMEOUT_S, isolation_level=None)
            ) as database:
                for setting in DURABLE:
                    database.execute(setting)
                # without it two could read the same last light, and give their own the same number
                database.execute("BEGIN IMMEDIATE")
                if not has_tables(database):
                    for command in SCHEMA:
                        database.execute(command)
                    for light, snapshot in read_repository(self.earlier):
                        insert(database, light, snapshot)
                yield database
                database.execute("COMMIT")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Open a file that is there: what a killed writer has left in it is taken back. Raises StoreError."""
        with errors_as_store_errors():
            address = f"{self.file.absolute().as_uri()}?mode=rw"
            with closing(sqlite3.connect(address, timeout=LOCK_TIMEOUT_S, uri=True)) as database:
                yield database


def has_tables(database: sqlite3.Connection) -> bool:
    """True if the tables are there; raises StoreError if they are those of a later edition."""
    (number,) = database.execute("PRAGMA user_version").fetchone()
    if number > FORMAT:
        raise StoreError("they were recorded by a later edition of this workspace")
    return bool(number)


def select(database: sqlite3.Connection, query: str, *values: str) -> list[tuple[str, ...]]:
    """Return the rows that a query finds; none in a file without tables."""
    return database.execute(query, values).fetchall() if has_tables(database) else []


def read_last(database: sqlite3.Connection) -> Light | None:
    """Return the last light."""
    for (light,) in select(database, "SELECT light FROM lights ORDER BY number DESC LIMIT 1"):
        return read_light(light)
    return None


def insert(database: sqlite3.Connection, light: Light, snapshot: Snapshot) -> None:
    """Write a light and its files."""
    row = [light.number, write_light(light), dumps(snapshot.left_out)]
    database.execute("INSERT INTO lights VALUES (?, ?, ?)", row)
    for path, file in snapshot.files.items():
        digest = sha256(file.content).digest()
        database.execute(
            "INSERT OR IGNORE INTO contents (hash, content) VALUES (?, ?)", [digest, file.content]
        )
        database.execute(
            "INSERT INTO files SELECT ?, ?, ?, id FROM contents WHERE hash = ?",
            [light.number, path, file.mode, digest],
        )


def read_snapshots(database: sqlite3.Connection, lights: Sequence[Light]) -> dict[str, Snapshot]:
    """Return the files of some lights, by their ids."""
    ids = {light.number: light.id for light in lights}
    asked = dumps(list(ids))
    asked_lights = "IN (SELECT value FROM json_each(?))"
    found: dict[str, Snapshot] = {}
    for number, left_out in database.execute(
        f"SELECT number, left_out FROM lights WHERE number {asked_lights}", [asked]
    ):
        found[ids[number]] = Snapshot({}, loads(left_out))
    # lights with the same content share its bytes
    contents = dict(
        database.execute(
            "SELECT id, content FROM contents"
            f" WHERE id IN (SELECT content FROM files WHERE light {asked_lights})",
            [asked],
        )
    )
    for number, path, mode, content in database.execute(
        f"SELECT light, path, mode, content FROM files WHERE light {asked_lights}", [asked]
    ):
        found[ids[number]].files[path] = File(mode, contents[content])
    return found


def read_repository(repository: BareRepository) -> list[tuple[Light, Snapshot]]:
    """Return the lights of an earlier edition with their files, the oldest first; none without its store.

    Raises GitError, InvalidLightError.
    """
    if not repository.folder.exists():
        return []
    log = repository.log()
    trees: dict[str, Files] = repository.files([commit for commit, _ in log])
    found = []
    for commit, message in log:
        files, left_out = split_left_out(trees[commit])
        found.append((read_earlier(parse(message), commit), Snapshot(files, left_out)))
    return found


@contextmanager
def errors_as_store_errors() -> Iterator[None]:
    """Raise StoreError for whatever a disk, SQLite or git complains about."""
    try:
        yield
    except sqlite3.Error as error:
        # the extended codes of "busy" begin with it
        name = getattr(error, "sqlite_errorname", "")
        message = str(error)
        for code, words in WORDS.items():
            if name.startswith(code):
                message = words
                break
        raise StoreError(message) from None
    except OSError as error:
        raise StoreError(error.strerror or str(error)) from None
    except GitError as error:
        raise StoreError(f"they are of an earlier edition, and git reads them once: {error}") from None
    except (InvalidLightError, ValueError) as error:
        raise StoreError(str(error)) from None
