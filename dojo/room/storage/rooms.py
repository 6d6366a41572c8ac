"""Which rooms there are on this computer: a folder for each, with its day and its join word in its name."""

import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from secrets import choice, token_hex

from dojo.errors import UsageError
from dojo.room.storage.creation import DATABASE, FOLDER, RoomInfo
from dojo.room.storage.database import open_to_read, reader_address
from dojo.room.storage.records import Records

DAY = "%Y-%m-%d"
# in an error, so many join words are named
MAX_WORDS_NAMED = 10
# what it is like, and the animal that is like that
WORDS = [part.split() for part in (Path(__file__).parent / "words.txt").read_text("utf-8").split("\n\n")]


def join_word() -> str:
    """Return a new join word, one of more than ten thousand: plum-fox."""
    return "-".join(map(choice, WORDS))


def create_room(top: Path) -> Records:
    """Create a room with a new join word; raises EnvironmentProblem."""
    info = RoomInfo(join_word(), token_hex(8), time.time())
    day_and_time = time.strftime(f"{DAY}-%H%M%S")
    return Records(top / FOLDER / f"{day_and_time}-{info.word}", info)


def open_room(top: Path, word: str = "") -> Records | None:
    """Open the room with this word, or today's last; None if there is none.

    Raises UsageError if no room has this word, and EnvironmentProblem if the room cannot be opened.
    """
    folder = find_room(top, word, today=True)
    return Records(folder) if folder else None


def find_info(top: Path, word: str = "") -> RoomInfo | None:
    """Return how the room with this word, or today's last, was opened; raises as `open_room` does."""
    records = open_room(top, word)
    if records is None:
        return None
    with closing(records.database):
        return records.info


def find_room(top: Path, word: str = "", *, today: bool = False) -> Path | None:
    """Return the folder of the room with this word, or of the newest; None if there is none.

    Without a word it may have to be of today. Raises UsageError if no room has the word.
    """
    rooms = find_rooms(top)
    if word and word not in rooms.values():
        known = ", ".join([*rooms.values()][:MAX_WORDS_NAMED]) or "none yet"
        raise UsageError(f"there is no room {word} here: there are {known}")
    day = time.strftime(DAY) if today and not word else ""
    for folder, its_word in rooms.items():
        if word in ("", its_word) and folder.name.startswith(day):
            return folder
    return None


def find_rooms(top: Path) -> dict[Path, str]:
    """Return the join words of the rooms, by their folders, the newest first: 2026-01-31-193000-plum-fox."""
    rooms = {}
    for folder in sorted((top / FOLDER).glob("*-*-*-*-*"), reverse=True):
        if any(folder.glob("room.*")):
            rooms[folder] = "-".join(folder.name.rsplit("-", 2)[1:])
    return rooms


def pairs_of_other_rooms(folder: Path) -> frozenset[str]:
    """Return the ids of the pairs of all rooms next to the one in a folder, as far as they can be read."""
    pairs: set[str] = set()
    top = folder.parent.parent
    for other in find_rooms(top):
        if other == folder:
            continue
        address = reader_address(other / DATABASE)
        with suppress(sqlite3.Error), closing(open_to_read(address)) as database:
            for (id,) in database.execute("SELECT id FROM pairs"):
                pairs.add(id)
    return frozenset(pairs)
