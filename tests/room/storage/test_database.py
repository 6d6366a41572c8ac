"""A room whose file cannot be written: it shows what it has, says why, and what to do."""

import asyncio
import os
import re
import shutil
import sqlite3
from collections import namedtuple
from unittest.mock import Mock

import pytest
import uvicorn

from dojo.errors import EnvironmentProblem
from dojo.room.clock import Plan
from dojo.room.models import id_of
from dojo.room.serving.server import Opening, room
from dojo.room.storage import database, records
from dojo.room.storage.records import Records, read_lights
from dojo.room.storage.rooms import create_room
from room.conftest import WORD, delivery, light, numbers

Usage = namedtuple("Usage", "free")
NAME = f"2026-01-31-193000-{WORD}"
FREE_SPACE = "free some space on its disk (.cache, for example, can be deleted at any time)"
FULL = f"the disk is full. To go on, {FREE_SPACE}, and start the room again"
FAULTS = {
    # the free bytes, the code of SQLite, whether the file can be opened without an index, and what is said
    "a full disk": (0, sqlite3.SQLITE_FULL, True, FULL),
    "a read-only folder": (
        10**9,
        sqlite3.SQLITE_CANTOPEN,
        False,
        f"planted. To go on, make .room/{NAME} a folder that you can write, and start the room again",
    ),
}


@pytest.fixture(params=FAULTS.values(), ids=[*FAULTS])
def killed(request, bare, monkeypatch):
    """The folder of a room that was killed, where nothing can be written now; and what is said of that."""
    free, code, can_be_opened, problem = request.param
    room_before = create_room(bare.root)
    room_before.keep(delivery(light(1), light(2)))
    folder = bare.root / ".room" / NAME
    # what the database has not taken into its file is in the one next to it
    shutil.copytree(room_before.folder, folder)
    assert (folder / "room.db-wal").stat().st_size > 0
    room_before.database.close()
    shutil.rmtree(room_before.folder)
    open_to_write = database.open_to_write

    def plant(file):
        if file.parent != folder:
            return open_to_write(file)
        error = sqlite3.OperationalError("planted")
        error.sqlite_errorcode = code
        raise error

    monkeypatch.setattr(database, "open_to_write", plant)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(free))
    if not can_be_opened:
        monkeypatch.setattr(database, "WITHOUT_INDEX", "SELECT * FROM nothing")
    return folder, problem


def test_it_shows_all_lights_says_why_nothing_is_recorded_and_takes_no_more(killed):
    folder, problem = killed
    shown = Records(folder)
    assert numbers(shown.select()) == {"tables-3": [1, 2]}
    assert [each.number for each in read_lights(shown.reader_address, id_of("3" * 32))] == [1, 2]
    assert shown.fault == f"Nothing is recorded: {problem}."
    with pytest.raises(EnvironmentProblem) as refused:
        shown.keep(delivery(light(3)))
    assert str(refused.value) == f"nothing is recorded: {problem}"
    assert numbers(shown.select()) == {"tables-3": [1, 2]}
    shown.database.close()


def test_it_is_served_all_the_same(killed, bare, monkeypatch, capsys):
    _, problem = killed

    async def serve(_server, _sockets):
        await asyncio.sleep(0)

    monkeypatch.setattr(uvicorn.Server, "serve", serve)
    room(bare.workspace, Opening("127.0.0.1:0", plan=Plan(round=20), word=WORD))
    said = " ".join(capsys.readouterr().out.split())
    assert f"/{WORD} Nothing is recorded: {problem}. " in said


def test_where_no_room_can_be_made_it_is_said_what_to_do(bare, monkeypatch):
    monkeypatch.setattr(records, "write_database", Mock(side_effect=OSError(28, "No space left on device")))
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(0))
    with pytest.raises(EnvironmentProblem, match=f"No space left on device; {re.escape(FREE_SPACE)}$"):
        create_room(bare.root)
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    (bare.root / ".room").mkdir()
    with pytest.raises(EnvironmentProblem, match=r"; make \.room a folder that you can write$"):
        create_room(bare.root)
