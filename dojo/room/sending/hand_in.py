"""`make hand-in`: the lights of an attempt as one small file, for a room without a network."""

from dataclasses import replace
from pathlib import Path

from rich.console import Console

from dojo.attempt.attempts import Attempt
from dojo.attempt.membership import Membership, join, membership, new_key
from dojo.errors import Mistake, Trouble, plainly
from dojo.protocol.fields import Refused
from dojo.protocol.of_attempt import record_of
from dojo.protocol.record import Told, read, written
from dojo.screen.words import counted
from dojo.story.story import seen_from

SUFFIX = ".lights"


def hand_in(attempt: Attempt, proof: list[Told], folder: Path, out: Console, *, shares: bool) -> Path:
    """Write the file into a folder, whole or not at all; gives its path.

    Raises Mistake, Trouble, NotRecorded.
    """
    record = record_of(attempt, replace(identity(attempt), shares=shares))
    if not record.lights:
        raise Mistake(f"{attempt.name} has no lights yet: {attempt.command('next')} records one")
    record.proof = proof
    file = folder / f"{attempt.name}{SUFFIX}"
    if somebody_elses(file, record.pair.key):
        raise Mistake(f"{file} is somebody else's file: IN= names another folder, or delete it")
    content = written(record)
    draft = file.with_name(f".{file.name}.draft")
    try:
        draft.write_bytes(content)
        draft.replace(file)
    except OSError as error:
        raise Trouble(f"{file} cannot be written: {plainly(error)}") from None
    finally:
        draft.unlink(missing_ok=True)
    code = "with your code" if shares else "without your code"
    many = counted(len(record.lights), "light")
    out.print(f"{seen_from(Path.cwd(), file)}: {many}, {size(len(content))}, {code}.", soft_wrap=True)
    return file


def identity(attempt: Attempt) -> Membership:
    """Who it is in any room: if it has never been in one, it gets a key now, which stays."""
    if known := membership(attempt):
        return known
    made = Membership("", "", new_key(), left=True)
    join(attempt, made)
    return made


def somebody_elses(file: Path, key: str) -> bool:
    """Is there a file that is not of this attempt?"""
    if not file.exists():
        return False
    try:
        return read(file.read_bytes()).pair.key != key
    except (Refused, OSError):
        return True


def size(number: int) -> str:
    """12 kB"""
    return f"{max(1, round(number / 1000))} kB"
