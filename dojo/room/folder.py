"""A folder of files that were handed in: a stick, a shared folder, a mailbox. New ones show as they come."""

from dataclasses import dataclass, field
from pathlib import Path

from dojo.errors import plainly
from dojo.protocol.fields import Refused, plain
from dojo.protocol.record import Record, read
from dojo.room.book import SUFFIX, Book
from dojo.room.rows import Rows

LARGE = 64 * 1024**2
"""Bytes: no file of an evening comes near."""
Stamp = tuple[int, int]


@dataclass
class Folder:
    """The files, and how the page has them."""

    path: Path
    rows: Rows
    book: Book
    stamps: dict[Path, Stamp] = field(default_factory=dict)
    """The size and the date that each file had when it was read."""
    records: dict[Path, Record] = field(default_factory=dict)

    def look(self) -> None:
        """Show what is new; what cannot be read becomes a line on the page, and stays as it was shown."""
        try:
            files = sorted(self.path.glob(f"*{SUFFIX}"))
            there = {file: stamp_of(file) for file in files}
        except OSError as error:  # the stick is out
            self.rows.note("folder", f"the folder cannot be read now: {plain(plainly(error))}")
            return
        self.rows.note("folder", "")
        for file, stamp in there.items():
            if stamp != self.stamps.get(file) and self.read(file):
                self.stamps[file] = stamp

    def read(self, file: Path) -> bool:
        """Read a file, and show it if no other one of the pair has more; False if that has to wait."""
        name = plain(file.name)
        try:
            if file.stat().st_size > LARGE:
                raise Refused("it is too large")
            record = read(file.read_bytes())
        except (Refused, OSError) as fault:
            self.rows.note(str(file), f"{name} is not taken: {plain(plainly(fault))}")
            return isinstance(fault, Refused)
        self.rows.note(str(file), "")
        self.records[file] = record
        same = [one for one in self.records.values() if one.pair.key == record.pair.key]
        longest = max(same, key=lambda one: len(one.lights))
        heard = self.book.records.get(record.pair.key)
        if heard and len(heard.lights) >= len(record.lights):
            return True  # it has joined over the network as well
        if len(record.lights) >= len(longest.lights):
            self.rows.show(record.pair.key, record)
        return True


def stamp_of(file: Path) -> Stamp:
    """What changes when a file does."""
    found = file.stat()
    return found.st_size, found.st_mtime_ns
