"""Files of `make hand-in`: the lights of an attempt as one small file, for a room without a network.

Each line says one thing: who the pair is, a light, its proof. A last line without an end does not count.
"""

import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from dojo.attempt.attempt import Attempt, natural_key
from dojo.attempt.membership import Membership, join, membership, new_key
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.room.models import (
    LIGHTS,
    VERSION,
    Evening,
    Key,
    Name,
    Pair,
    PairId,
    Proof,
    Record,
    Refused,
    Report,
    VerdictLine,
    decode,
    id_of,
    plain,
    require_version,
)
from dojo.room.reports import record_of
from dojo.room.rows import Rows
from dojo.screen.words import count_of
from dojo.story.story import relative_path

SUFFIX = ".lights"
LARGE = 64 * 1024**2
"""Bytes of a file; no evening comes near."""


class FilePair(msgspec.Struct, forbid_unknown_fields=True):
    """A pair in a hand-in file: the format before had its key there, and not its id."""

    name: Name
    kata: str
    shares: bool = False
    id: PairId | None = None
    key: Key = ""


class FileLine(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A line of a hand-in file."""

    version: int = VERSION
    pair: FilePair | None = None
    light: Report | None = None
    proof: Proof | None = None
    left: bool | None = None

    def __post_init__(self) -> None:
        if not (self.version == 1 and self.pair and self.pair.key):
            require_version(self.version)


def read_regular(file: Path) -> bytes:
    """The content of a regular file; raises Refused for anything else, and OSError."""
    found = file.stat()
    if not stat.S_ISREG(found.st_mode):
        raise Refused("it is no regular file")
    if found.st_size > LARGE:
        raise Refused("it is too large")
    return file.read_bytes()


def read_record(file: Path) -> Record:
    """The record that a file has; raises Refused."""
    try:
        content = read_regular(file)
    except OSError as fault:
        raise Refused(describe_error(fault)) from None
    return parse_record(content)


def parse_record(content: bytes) -> Record:
    """The record in the content of a hand-in file, up to its last whole line; raises Refused."""
    record: Record | None = None
    for line in content[: content.rfind(b"\n") + 1].splitlines():
        told = decode(line, FileLine, "a line")
        if told.pair:
            id = told.pair.id or id_of(told.pair.key)
            if record and id != record.pair.id:
                raise Refused("it is a file of two pairs")
            record = record or Record(Pair(id, told.pair.name, told.pair.kata))
            record.pair = Pair(id, told.pair.name, told.pair.kata, told.pair.shares)
        if record is None:
            break
        if told.light and follows(told.light, record):
            record.lights.append(told.light)
        record.proof = record.proof if told.proof is None else told.proof
        record.left = record.left if told.left is None else told.left
    if record is None:
        raise Refused("it is no file of make hand-in")
    return record


def follows(light: Report, record: Record) -> bool:
    """True if it is the next light, False if it is known; raises Refused if lights are missing."""
    last = record.lights[-1] if record.lights else None
    expected = last.number + 1 if last and last.history == light.history else 1
    if light.number < expected:
        return False
    if light.number > expected or len(record.lights) >= LIGHTS:
        raise Refused(f"light {light.number} of {record.pair.name} does not follow, or is one too many")
    return True


def write_record(record: Record) -> bytes:
    """The content of a hand-in file."""
    lines: list[dict[str, Any]] = [
        {"version": VERSION, "pair": record.pair},
        *({"light": light} for light in record.lights),
    ]
    if record.proof is not None or record.left:
        lines.append({"proof": record.proof, "left": record.left})
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def read_folder(folder: Path) -> Evening:
    """The records of the files in a folder; of two files of one pair, the one with more lights."""
    found: dict[str, Record] = {}
    faults = []
    for file in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            record = read_record(file)
        except Refused as fault:
            faults.append(f"{plain(file.name)} is not taken: {plain(str(fault))}")
            continue
        known = found.get(record.pair.id)
        if known is None or len(record.lights) > len(known.lights):
            found[record.pair.id] = record
    return Evening(
        f"the files in {folder.name}",
        sorted(found.values(), key=lambda one: natural_key(one.pair.name)),
        faults=faults,
    )


def hand_in(attempt: Attempt, proof: list[VerdictLine], folder: Path, out: Console, *, shares: bool) -> Path:
    """Write the file of an attempt into a folder, whole or not at all, and return its path.

    Raises UsageError, EnvironmentProblem, NotRecorded.
    """
    if not membership(attempt):  # its key tells this attempt from others
        join(attempt, Membership("", "", new_key(), left=True))
    record = record_of(attempt, shares=shares)
    if not record.lights:
        raise UsageError(f"{attempt.name} has no lights yet: {attempt.command('next')} records one")
    record.proof = proof
    file = folder / f"{record.pair.name}{SUFFIX}"
    if is_of_another(file, record.pair.id):
        raise UsageError(f"{file} is another pair's file: IN= names another folder, or delete it")
    content = write_record(record)
    draft = file.with_name(f".{file.name}.draft")
    try:
        draft.write_bytes(content)
        draft.replace(file)
    except OSError as error:
        raise EnvironmentProblem(f"{file} cannot be written: {describe_error(error)}") from None
    finally:
        draft.unlink(missing_ok=True)
    code = "with your code" if shares else "without your code"
    large = f"{max(1, round(len(content) / 1000))} kB"
    lights = count_of(len(record.lights), "light")
    out.print(f"{relative_path(Path.cwd(), file)}: {lights}, {large}, {code}.", soft_wrap=True)
    return file


def is_of_another(file: Path, id: str) -> bool:
    """True if there is a file that is not of this pair."""
    if not file.exists():
        return False
    try:
        return read_record(file).pair.id != id
    except Refused:
        return True


@dataclass
class HandedIn:
    """A folder of hand-in files: a stick, a shared folder. New ones show on the page as they come."""

    path: Path
    rows: Rows
    stamps: dict[Path, tuple[int, int]] = field(default_factory=dict)
    """The size and the date of each file when it was read."""
    records: dict[Path, Record] = field(default_factory=dict)

    def read(self) -> dict[str, str | Record]:
        """What is new: a record for each file, or why it cannot be read."""
        found: dict[str, str | Record] = {}
        try:
            for file in sorted(self.path.glob(f"*{SUFFIX}")):
                seen = file.stat()
                stamp = seen.st_size, seen.st_mtime_ns
                if stamp == self.stamps.get(file):
                    continue
                try:
                    found[file.name] = read_record(file)
                except Refused as fault:
                    found[file.name] = f"{plain(file.name)} is not taken: {plain(str(fault))}"
                self.stamps[file] = stamp
            found[""] = ""
        except OSError as error:  # the stick is out
            found[""] = f"the folder cannot be read now: {plain(describe_error(error))}"
        return found

    def show(self, found: dict[str, str | Record], joined: dict[str, Record]) -> None:
        """Show what was read; a pair that has more lights elsewhere stays as it is."""
        for name, told in found.items():
            self.rows.note(f"file {name}", told if isinstance(told, str) else "")
            if isinstance(told, str):
                continue
            self.records[self.path / name] = told
            same = [one for one in self.records.values() if one.pair.id == told.pair.id]
            heard = joined.get(told.pair.id)
            most = max(len(one.lights) for one in [*same, *([heard] if heard else [])])
            if len(told.lights) >= most and not (heard and len(heard.lights) >= len(told.lights)):
                self.rows.show(told.pair.id, told)
