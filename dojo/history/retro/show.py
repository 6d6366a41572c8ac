"""`make retro`: the page of a room, of the files in a folder, or of one attempt."""

from dataclasses import replace
from pathlib import Path

from dojo.attempt.attempts import Attempt, all_attempts, as_people_count
from dojo.attempt.lights import last_recorded
from dojo.attempt.membership import membership
from dojo.errors import Mistake, Trouble, plainly
from dojo.history.retro.page import written
from dojo.history.session.told import told_of
from dojo.protocol.of_attempt import record_of
from dojo.protocol.record import Record
from dojo.protocol.rooms import Evening, handed_in, last_room
from dojo.story.workspace import Workspace

YOUNG = 12 * 3600
"""Seconds: an attempt here that had rested for longer when the room opened belongs to another day."""
NONE = "there was no room yet: make room opens one; NAME= names an attempt, FROM= a folder of files"


def of_attempt(attempt: Attempt, top: Path, *, anonymous: bool) -> None:
    """The page of one attempt. Raises Mistake, NotRecorded, Broken, Trouble."""
    record = with_proof(attempt)
    if not record.lights:
        raise Mistake(f"{attempt.name} has no lights yet: {attempt.command('next')} records one")
    title = "one attempt" if anonymous else attempt.name
    name = "attempt" if anonymous else attempt.name
    print(written(Evening(title, [record]), top / f"retro-{name}.html", anonymous=anonymous))


def of_folder(folder: Path, top: Path, *, anonymous: bool) -> None:
    """The page of the files in a folder. Raises Mistake, Trouble."""
    evening = handed_in(folder)
    if not evening.records:
        fault = f": {evening.faults[0]}" if evening.faults else ""
        raise Mistake(f"{folder} has no file of make hand-in{fault}")
    if anonymous:  # the folder may be called like a pair
        evening = replace(evening, title="the files of a folder")
    print(written(evening, top / "retro-folder.html", anonymous=anonymous))


def of_room(workspace: Workspace, *, anonymous: bool) -> None:
    """The page of the last room, with the attempts on this computer. Raises Mistake, Trouble."""
    evening = last_room(workspace.top)
    if evening is None:
        raise Mistake(NONE)
    keys = {record.pair.key for record in evening.records}
    here, faults = [], []
    for attempt in attempts_of(workspace, evening, keys):
        try:
            here.append(with_proof(attempt))
        except Trouble as fault:  # the others are on the page all the same
            faults.append(plainly(fault))
    records = sorted([*evening.records, *here], key=lambda record: as_people_count(record.pair.name))
    if not any(record.lights for record in records):
        raise Mistake("nobody has sent a light to the room yet: make retro needs some")
    print(
        written(
            replace(evening, records=records, faults=[*evening.faults, *faults]),
            workspace.top / "retro.html",
            anonymous=anonymous,
        )
    )


def attempts_of(workspace: Workspace, evening: Evening, keys: set[str]) -> list[Attempt]:
    """The attempts on this computer that were in the room without joining."""
    found = []
    for attempt in all_attempts(workspace):
        room = membership(attempt)
        if (room is None or room.key not in keys) and last_recorded(attempt) / 1e9 > evening.opened - YOUNG:
            found.append(attempt)
    return found


def with_proof(attempt: Attempt) -> Record:
    """The record of an attempt here, with its proof. Raises NotRecorded, Broken."""
    record = record_of(attempt)
    record.proof = told_of(attempt) if record.lights else None
    return record
