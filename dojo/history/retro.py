"""`make retro`: the page of a room, of the files in a folder, or of one attempt."""

from dataclasses import replace
from pathlib import Path

from dojo.attempt.attempt import Attempt
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.history.retro_page import page
from dojo.pages.templates import write_file
from dojo.prove.lights import list_verdicts
from dojo.room.files import read_folder
from dojo.room.models import Evening, Record, in_order
from dojo.room.nearby import attempts_since
from dojo.room.records import Records, find_room
from dojo.room.reports import record_of
from dojo.story.workspace import Workspace

NONE = "there was no room yet: make room opens one; NAME= names an attempt, FROM= a folder of files"


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
    """The files in a folder. Raises UsageError."""
    evening = read_folder(folder)
    if not evening.records:
        fault = f": {evening.faults[0]}" if evening.faults else ""
        raise UsageError(f"{folder} has no file of make hand-in{fault}")
    return evening


def evening_of_room(workspace: Workspace, word: str) -> Evening:
    """The room with that word, or the last one, with the attempts on this computer.

    Raises UsageError, EnvironmentProblem.
    """
    folder = find_room(workspace.top, word)
    if folder is None:
        raise UsageError(NONE)
    records = Records.open(folder, read_only=True)
    evening, names = records.evening(), records.names()
    pairs, faults = {record.pair.id: record for record in evening.records}, [*evening.faults]
    for attempt in attempts_since(workspace, evening.opened, records.info.word):
        try:
            here = with_proof(attempt)
        except EnvironmentProblem as fault:  # the others are on the page all the same
            faults.append(describe_error(fault))
            continue
        if names.get(here.pair.id, here.pair.name):  # it was not removed
            known = pairs.get(here.pair.id, here)
            pairs[here.pair.id] = replace(here, pair=known.pair)
    return replace(evening, records=in_order(pairs.values()), faults=faults)


def with_proof(attempt: Attempt) -> Record:
    """The record of an attempt here, with its proof. Raises NotRecorded, CollectionError."""
    record = record_of(attempt)
    record.proof = list_verdicts(attempt) if record.lights else None
    return record
