"""A room on the disk: a folder with its word, its keys and its clock, and the records of the pairs."""

import json
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dojo.protocol.fields import Refused
from dojo.room.book import write_json
from dojo.room.clock import Clock, restored, saved

FOLDER, FILE, PAIRS = ".room", "room.json", "pairs"
DAY = "%Y-%m-%d"


@dataclass
class Opened:
    """A room that can be served."""

    folder: Path
    word: str
    lead: str
    opened: float
    port: int = 0
    clock: Clock = field(default_factory=Clock)

    def save(self) -> None:
        """Keep it on the disk; raises OSError."""
        told = {"word": self.word, "lead": self.lead, "opened": self.opened, "port": self.port}
        write_json(self.folder / FILE, {**told, "clock": saved(self.clock)})


def opened(top: Path, *, new: bool) -> Opened:
    """The last room of today, or a new one; raises OSError."""
    today = time.strftime(DAY)
    folders = (top / FOLDER).glob(f"{today}-*")
    rooms = [room for folder in folders if (room := room_at(folder))]
    if rooms and not new:
        return max(rooms, key=lambda room: room.opened)
    word = join_word()
    folder = top / FOLDER / f"{today}-{word}"
    (folder / PAIRS).mkdir(parents=True)
    (top / FOLDER).chmod(0o700)  # it has keys in it
    room = Opened(folder, word, secrets.token_hex(8), time.time())
    room.save()
    return room


def room_at(folder: Path) -> Opened | None:
    """The room in a folder; none if there is none, or if it cannot be read."""
    with suppress(OSError, ValueError, KeyError, TypeError, Refused):
        told: dict[str, Any] = json.loads((folder / FILE).read_text(encoding="utf-8"))
        clock = restored(told["clock"])
        return Opened(folder, told["word"], told["lead"], told["opened"], told["port"], clock)
    return None


FIRST, SECOND = (
    part.split() for part in (Path(__file__).parent / "words.txt").read_text("utf-8").split("\n\n")
)
"""What it is like, and the animal that is like that."""


def join_word() -> str:
    """plum-fox: a new one, of more than ten thousand."""
    return f"{secrets.choice(FIRST)}-{secrets.choice(SECOND)}"
