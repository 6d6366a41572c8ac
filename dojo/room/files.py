"""Files of `make hand-in`: the lights of an attempt as one small file, for a room without a network.

Each line says one thing: who the pair is, a light, its proof. A last line without an end does not count.
"""

import stat
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import structs
from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.membership import require_key
from dojo.errors import UsageError, describe_error
from dojo.pages.templates import write_file
from dojo.room.models import (
    VERSION,
    Evening,
    FileLine,
    FilePair,
    Pair,
    Record,
    Refused,
    VerdictLine,
    decode,
    id_of,
    in_order,
    in_sequence,
    plain,
)
from dojo.room.reports import record_of
from dojo.screen.words import count_of
from dojo.story.story import relative_path

SUFFIX = ".lights"
LARGE = 64 * 1024**2
"""Bytes of a file; no evening comes near."""


def read_regular(file: Path) -> bytes:
    """The content of a regular file; raises Refused."""
    try:
        found = file.stat()
        if not stat.S_ISREG(found.st_mode):
            raise Refused("it is no regular file")
        if found.st_size > LARGE:
            raise Refused("it is too large")
        return file.read_bytes()
    except OSError as fault:
        raise Refused(describe_error(fault)) from None


def read_record(file: Path) -> Record:
    """The record that a file has; raises Refused."""
    return parse_record(read_regular(file))


def parse_record(content: bytes) -> Record:
    """The record in the content of a hand-in file, up to its last whole line; raises Refused."""
    whole = content[: content.rfind(b"\n") + 1].splitlines()
    lines = [decode(line, FileLine, "a line") for line in whole]
    found = [line.pair for line in lines if line.pair]
    pairs = [Pair(one.id or id_of(one.key), one.name, one.kata, one.shares) for one in found]
    if not pairs:
        raise Refused("it is no file of make hand-in")
    if len({pair.id for pair in pairs}) > 1:
        raise Refused("it is a file of two pairs")
    lights = in_sequence(pairs[-1].name, [line.light for line in lines if line.light])
    record = Record(pairs[-1], lights)
    for line in lines:
        record.proof = record.proof if line.proof is None else line.proof
        record.left = record.left if line.left is None else line.left
    return record


def write_record(record: Record) -> bytes:
    """The content of a hand-in file."""
    pair = FileLine(VERSION, FilePair(**structs.asdict(record.pair)))
    lights = [FileLine(light=light) for light in record.lights]
    said = record.proof is not None or record.left
    rest = [FileLine(proof=record.proof, left=record.left)] if said else []
    return msgspec.json.Encoder().encode_lines([pair, *lights, *rest])


def read_files(folder: Path) -> tuple[list[Record], list[str]]:
    """The records of the files in a folder, and a line for each file that cannot be taken."""
    found, faults = [], []
    for file in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            found.append(read_record(file))
        except Refused as fault:
            faults.append(not_taken(file.name, fault))
    return found, faults


def not_taken(name: str, fault: Refused) -> str:
    """A line for the page."""
    return f"{plain(Path(name).name)} is not taken: {plain(str(fault))}"


def read_folder(folder: Path) -> Evening:
    """The records of the files in a folder; of two files of one pair, the one with more lights."""
    records, faults = read_files(folder)
    records.sort(key=lambda record: len(record.lights))
    most = {record.pair.id: record for record in records}
    return Evening(f"the files in {folder.name}", in_order(most.values()), faults=faults)


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
    is_ours = False
    with suppress(Refused):
        is_ours = not file.exists() or read_record(file).pair.id == record.pair.id
    if not is_ours:
        raise UsageError(f"{file} is another pair's file: IN= names another folder, or delete it")
    content = write_record(record)
    write_file(file, content.decode())
    code = "with your code" if shares else "without your code"
    lights, kilobytes = count_of(len(record.lights), "light"), max(1, round(len(content) / 1000))
    out.print(f"{relative_path(Path.cwd(), file)}: {lights}, {kilobytes} kB, {code}.", soft_wrap=True)
    return file
