"""What a room has heard: a record of each pair, in memory and on the disk.

What is acknowledged is on the disk. Whoever adds to a record holds the lock of the book.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Any

from dojo.protocol.fields import Refused
from dojo.protocol.record import (
    Pair,
    Record,
    Told,
    first_line,
    left_line,
    light_line,
    proof_line,
    read,
    whole_lines,
)
from dojo.protocol.report import Report

PAIRS = 200
"""No room has more."""
SUFFIX, BROKEN = ".lights", ".broken"


@dataclass
class Book:
    """The records of a room, by the keys of the pairs; the folder has a file for each."""

    folder: Path
    records: dict[str, Record] = field(default_factory=dict)
    lock: RLock = field(default_factory=RLock)
    faults: list[str] = field(default_factory=list)
    """What could not be read, in a line each."""

    @classmethod
    def opened(cls, folder: Path) -> "Book":
        """The book of a folder, which is made if it is not there; raises OSError.

        What was not written to its end, because somebody pulled the plug, is cut off: nobody was told that
        it was heard.
        """
        folder.mkdir(parents=True, exist_ok=True)
        book = cls(folder)
        for file in sorted(folder.glob(f"*{SUFFIX}")):
            content = file.read_bytes()
            whole = b"".join(line + b"\n" for line in whole_lines(content))
            if not whole:
                file.unlink()
                continue
            if whole != content:
                os.truncate(file, len(whole))
            try:
                record = read(whole)
            except Refused as fault:  # the others are there all the same, and the pair sends its lights again
                file.replace(file.with_suffix(BROKEN))
                book.faults.append(f"a record on the disk cannot be read, {file.stem}{BROKEN}: {fault}")
                continue
            book.records[record.pair.key] = record
        return book

    def file_of(self, pair: Pair) -> Path:
        """The file of a pair: its key is no business of whoever lists the folder."""
        return self.folder / f"{sha256(pair.key.encode()).hexdigest()[:20]}{SUFFIX}"

    def hear(
        self, pair: Pair, lights: Sequence[Report], proof: list[Told] | None, *, left: bool
    ) -> tuple[Record, bool]:
        """Note what a pair sends; gives its record, and whether anything of it is new.

        Lights that are known are not noted again. What fits is noted, also if something after it does not.
        Raises Refused, OSError.
        """
        with self.lock:
            record = self.records.get(pair.key)
            lines = self.of_pair(pair, record)
            record = record or Record(pair)
            fault: Refused | None = None
            new = []
            for sent in lights:
                light = sent if pair.shares else replace(sent, files=None)
                if not record.is_known(light):
                    try:
                        record.add(light)
                    except Refused as refused:
                        fault = refused
                        break
                    new.append(light)
            if fault and not new:
                raise fault
            lines += map(light_line, new)
            if proof is not None and proof != record.proof:
                lines.append(proof_line(proof))
            if left != record.left:
                lines.append(left_line(left=left))
            try:
                self.write(pair, lines)
            except OSError:
                for light in new:
                    record.lights.remove(light)
                    record.places.remove(light.place)
                raise
            record.pair, record.left = pair, left
            record.proof = proof if proof is not None else record.proof
            self.records[pair.key] = record
            if fault:
                raise fault
            return record, bool(lines)

    def of_pair(self, pair: Pair, record: Record | None) -> list[bytes]:
        """The line that says who it is, where that is news; raises Refused if the name is somebody else's."""
        for other in self.records.values():
            if other.pair.name.lower() == pair.name.lower() and other.pair.key != pair.key:
                raise NameTaken(f"{pair.name} is somebody else's name in this room: take another one")
        if record is None and len(self.records) >= PAIRS:
            raise Refused(f"this room has {PAIRS} pairs: it takes no more")
        return [] if record and record.pair == pair else [first_line(pair)]

    def write(self, pair: Pair, lines: Sequence[bytes]) -> None:
        """Add lines to the file of a pair, and see them on the disk: all of them, or none. Raises OSError."""
        if not lines:
            return
        file = os.open(self.file_of(pair), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            size = os.fstat(file).st_size
            try:
                rest = b"".join(lines)
                while rest:
                    rest = rest[os.write(file, rest) :]
                os.fsync(file)
            except OSError:  # the disk is full, say
                os.ftruncate(file, size)
                raise
        finally:
            os.close(file)


class NameTaken(Refused):
    """Somebody else has the name."""


def write_json(file: Path, value: dict[str, Any]) -> None:
    """Write a small file at once: whoever reads it sees the old or the new one. Raises OSError."""
    draft = file.with_name(f"{file.name}.draft")
    draft.write_text(json.dumps(value, indent=1), encoding="utf-8")
    draft.replace(file)
