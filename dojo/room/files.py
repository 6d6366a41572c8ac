"""Files of `make hand-in`: the lights of an attempt as one small file, for a room without a network.

Each line says one thing: who the pair is, a light, its proof. A last line without an end does not count.
"""

import stat
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from dojo.attempt.attempt import Attempt, natural_key
from dojo.attempt.membership import require_key
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.room.models import (
    VERSION,
    Evening,
    Kata,
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
    new_lights,
    plain,
    require_version,
)
from dojo.room.reports import record_of
from dojo.screen.words import count_of
from dojo.story.story import relative_path

SUFFIX = ".lights"
LARGE = 64 * 1024**2
"""Bytes of a file; no evening comes near."""


class FilePair(msgspec.Struct, forbid_unknown_fields=True):
    """A pair in a hand-in file: the format before had its key there, and not its id."""

    name: Name
    kata: Kata
    shares: bool = False
    id: PairId = ""
    key: Key = ""

    @property
    def pair(self) -> Pair:
        """The pair that it is."""
        return Pair(self.id or id_of(self.key), self.name, self.kata, self.shares)


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
        return parse_record(read_regular(file))
    except OSError as fault:
        raise Refused(describe_error(fault)) from None


def parse_record(content: bytes) -> Record:
    """The record in the content of a hand-in file, up to its last whole line; raises Refused."""
    record: Record | None = None
    lights: list[Report] = []
    for line in content[: content.rfind(b"\n") + 1].splitlines():
        told = decode(line, FileLine, "a line")
        if told.pair:
            record = record or Record(told.pair.pair)
            if told.pair.pair.id != record.pair.id:
                raise Refused("it is a file of two pairs")
            record.pair = told.pair.pair
        if record is None:
            break
        lights += [told.light] if told.light else []
        record.proof = record.proof if told.proof is None else told.proof
        record.left = record.left if told.left is None else told.left
    if record is None:
        raise Refused("it is no file of make hand-in")
    record.lights = new_lights(record, lights)
    return record


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
    require_key(attempt)
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
