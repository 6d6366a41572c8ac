"""`make retro`: the page of a room, of the files in a folder, or of one attempt."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from dojo.attempt.attempt import Attempt, natural_key
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.history.retro_page import Evening, page
from dojo.pages.templates import write_file
from dojo.prove.lights import list_verdicts
from dojo.room.clock import ROUND
from dojo.room.models import Record
from dojo.room.records import Records, find_room, read_files
from dojo.room.reports import attempts_since, record_of
from dojo.story.workspace import Workspace

NONE = "there was no room yet: make room opens one; NAME= names an attempt, FROM= a folder of files"


def write_retro(evening: Evening, file: Path, *, anonymous: bool) -> None:
    """Write the page, and print its path. Raises EnvironmentProblem."""
    print(write_file(file, page(evening, anonymous=anonymous)))


def retro_of_attempt(attempt: Attempt, top: Path, *, anonymous: bool) -> None:
    """Write the page of one attempt. Raises UsageError, NotRecorded, CollectionError, EnvironmentProblem."""
    record = with_proof(attempt)
    if not record.lights:
        raise UsageError(f"{attempt.name} has no lights yet: {attempt.command('next')} records one")
    title = "one attempt" if anonymous else attempt.name
    file = top / f"retro-{'attempt' if anonymous else attempt.name}.html"
    write_retro(Evening(title, [record]), file, anonymous=anonymous)


def retro_of_folder(folder: Path, top: Path, *, anonymous: bool) -> None:
    """Write the page of the files in a folder. Raises UsageError, EnvironmentProblem."""
    with TemporaryDirectory() as kept:  # two files may be of one pair: a room keeps each light once
        room = Records.create(Path(kept))
        faults = [line for line in room.add(read_files(folder)).values() if line]
        records = in_order(room.select())
        room.database.close()
    if not records:
        raise UsageError(f"{folder} has no file of make hand-in{''.join(f': {line}' for line in faults[:1])}")
    title = (
        "the files of a folder" if anonymous else f"the files in {folder.name}"
    )  # which a pair may have named
    write_retro(Evening(title, records, faults=faults), top / "retro-folder.html", anonymous=anonymous)


def retro_of_room(workspace: Workspace, word: str, *, anonymous: bool) -> None:
    """Write the page of the room with that word, or of the last one, with the attempts on this computer.

    Raises UsageError, EnvironmentProblem.
    """
    folder = find_room(workspace.top, word)
    if folder is None:
        raise UsageError(NONE)
    room = Records.open(folder, read_only=True)
    info, names = room.info, room.names()
    pairs, faults = {record.pair.id: record for record in room.select()}, [*filter(None, room.notes.values())]
    for attempt in attempts_since(workspace, info.opened, info.word):
        try:
            here = with_proof(attempt)
        except EnvironmentProblem as fault:  # the others are on the page all the same
            faults.append(describe_error(fault))
            continue
        if names.get(here.pair.id, here.pair.name):  # it was not removed
            known = pairs.get(here.pair.id, here)
            pairs[here.pair.id] = replace(here, pair=known.pair)
    everyone = in_order(pairs.values())
    if not any(record.lights for record in everyone):
        raise UsageError("nobody has sent a light to the room yet: make retro needs some")
    rounds = [(start, end) for kind, _, start, end in info.clock.phases if kind == ROUND]
    evening = Evening(f"the room {info.word}", everyone, rounds, info.opened, faults)
    write_retro(evening, workspace.top / "retro.html", anonymous=anonymous)


def in_order(records: Iterable[Record]) -> list[Record]:
    """Records by the names of the pairs, as people count."""
    return sorted(records, key=lambda record: natural_key(record.pair.name))


def with_proof(attempt: Attempt) -> Record:
    """The record of an attempt here, with its proof. Raises NotRecorded, CollectionError."""
    record = record_of(attempt)
    record.proof = list_verdicts(attempt) if record.lights else None
    return record
