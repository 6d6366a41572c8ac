"""`make retro`: the page of a room, of the files in a folder, or of one attempt."""

from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from dojo.attempt.attempt import Attempt
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.history.retro_page import Evening, page
from dojo.pages.templates import write_file
from dojo.prove.lights import list_verdicts
from dojo.room.clock import ROUND
from dojo.room.models import Record, attempts_since, record_of
from dojo.room.records import Records, find_room
from dojo.story.workspace import Workspace


def write_retro(evening: Evening, top: Path, of: str = "", *, anonymous: bool) -> None:
    """Write the page at the top of the workspace, and print its path. Raises EnvironmentProblem."""
    file = top / ("retro-anonymous.html" if anonymous else f"retro{of}.html")
    print(write_file(file, page(evening, anonymous=anonymous)))


def evening_of_attempt(attempt: Attempt) -> Evening:
    """One attempt. Raises UsageError, NotRecorded, CollectionError."""
    record = with_proof(attempt)
    if not record.lights:
        raise UsageError(f"{attempt.name} has no lights yet: {attempt.command('next')} records one")
    return Evening(attempt.name, [record])


def evening_of_folder(folder: Path) -> Evening:
    """The files in a folder. Raises UsageError, EnvironmentProblem."""
    with TemporaryDirectory() as kept:  # two files may be of one pair: a room keeps each light once
        room = Records.create(Path(kept))
        faults = room.keep_files(folder)
        records = [*room.select()]
        room.database.close()
    if not records:
        raise UsageError(f"{folder} has no file of make hand-in{''.join(f': {line}' for line in faults[:1])}")
    return Evening(f"the files in {folder.name}", records, faults=faults)


def evening_of_room(workspace: Workspace, word: str) -> Evening:
    """The room with that word, or the last one, with the attempts on this computer.

    Raises UsageError, EnvironmentProblem.
    """
    folder = find_room(workspace.top, word)
    if folder is None:
        instead = "make room opens one; NAME= names an attempt, FROM= a folder of files"
        raise UsageError(f"there was no room yet: {instead}")
    room = Records(folder)
    info, names = room.info, room.names()
    pairs, faults = {record.pair.id: record for record in room.select()}, room.notes
    for attempt in attempts_since(workspace, info.opened, info.word):
        try:
            here = with_proof(attempt)
        except EnvironmentProblem as fault:  # the others are on the page all the same
            faults.append(describe_error(fault))
            continue
        if names.get(here.pair.id, here.pair.name):  # it was not removed
            known = pairs.get(here.pair.id, here)
            pairs[here.pair.id] = replace(here, pair=known.pair)
    rounds = [(start, end) for kind, _, start, end in info.clock.phases if kind == ROUND]
    return Evening(f"the room {info.word}", [*pairs.values()], rounds, info.opened, faults)


def with_proof(attempt: Attempt) -> Record:
    """The record of an attempt here, with its proof. Raises NotRecorded, CollectionError."""
    record = record_of(attempt)
    record.proof = list_verdicts(attempt) if record.lights else None
    return record
