"""The lights of attempts on this computer, and of the files in a folder."""

import asyncio
import dataclasses
import os
from pathlib import Path
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from dojo.attempt.membership import join, membership
from dojo.room.app import RoomApp
from dojo.room.models import Pair, Record, id_of, write_record
from dojo.room.serving.nearby import Nearby
from room.conftest import ADDRESS, ROOM, ask, delivery, light, numbers, run


@pytest.fixture
def nearby(records, bare, tmp_path):
    (tmp_path / "stick").mkdir()
    return Nearby(RoomApp(records, ADDRESS), bare.workspace, tmp_path / "stick")


def look(nearby):
    """The lights of each pair in the room, once it has looked."""
    asyncio.run(nearby.look())
    return numbers(nearby.app.records.select())


def notes(nearby):
    """What the page says beside the lights."""
    return ask(nearby.app, "/plum-fox/state")[1]["notes"]


def test_the_lights_of_an_attempt_here_are_in_the_room_as_they_come(nearby, attempt):
    assert look(nearby) == {}
    run(attempt)
    assert look(nearby) == {"tables-3": [1]}
    run(attempt)
    assert look(nearby) == {"tables-3": [1, 2]}


def test_what_cannot_be_recorded_is_read_again_once_it_can(nearby, attempt):
    """As on a full disk; and what is known already is not read again."""
    run(attempt)
    look(nearby)
    nearby.app.records.database.execute("PRAGMA query_only = ON")
    assert look(nearby) == {"tables-3": [1]}
    assert notes(nearby) == []
    run(attempt)
    assert look(nearby) == {"tables-3": [1]}
    fault = "Nothing is recorded: attempt to write a readonly database. The room goes on showing."
    assert notes(nearby) == [fault]
    nearby.app.records.database.execute("PRAGMA query_only = OFF")
    assert look(nearby) == {"tables-3": [1, 2]}


RESTED = [
    pytest.param(13, {}, id="of another day"),
    pytest.param(11, {"tables-3": [1]}, id="of this evening"),
]


@pytest.mark.parametrize(("hours", "shown"), RESTED)
def test_an_attempt_that_has_rested_for_half_a_day_is_not_in_the_room(nearby, attempt, hours, shown):
    run(attempt)
    info = nearby.app.records.info
    nearby.app.records.info = replace(info, opened=info.opened + 3600 * hours)
    assert look(nearby) == shown


def test_an_attempt_that_joins_is_the_same_pair_and_sends_its_lights_itself(nearby, attempt):
    run(attempt)
    assert look(nearby) == {"tables-3": [1]}
    member = membership(attempt)
    assert member
    join(attempt, dataclasses.replace(ROOM, key=member.key))
    run(attempt)
    assert look(nearby) == {"tables-3": [1]}
    nearby.app.records.keep(Record(Pair(id_of(member.key), "Ada", "fizz")))
    assert numbers(nearby.app.records.select()) == {"Ada": [1]}


def put(nearby, name, number, key="3", cut=0):
    """Write a file with so many lights, but for some bytes at its end."""
    lights = [light(each) for each in range(1, number + 1)]
    content = write_record(delivery(*lights, key=key, name=f"tables-{key}"))
    (nearby.folder / f"{name}.lights").write_bytes(content[: len(content) - cut])


def test_files_show_as_they_grow_as_far_as_they_are_copied_and_each_light_once(nearby):
    assert look(nearby) == {}
    put(nearby, "a", 2)
    put(nearby, "b", 1)
    put(nearby, "c", 2, key="4", cut=40)
    assert look(nearby) == {"tables-3": [1, 2], "tables-4": [1]}
    nearby.app.records.keep(delivery(light(3), name="Ada", shares=True))
    put(nearby, "b", 4)
    put(nearby, "c", 2, key="4")
    assert look(nearby) == {"Ada": [1, 2, 3, 4], "tables-4": [1, 2]}
    assert nearby.app.records.find(name="Ada").pair.shares


STRANGE = [
    pytest.param(
        "\x1b[2J",
        lambda file: file.write_bytes(b"<html>\n"),
        "\N{REPLACEMENT CHARACTER}[2J.lights is not taken: a line cannot be taken: JSON is malformed",
        id="a page",
    ),
    pytest.param("a", os.mkfifo, "a.lights is not taken: it is no regular file, or too large", id="a FIFO"),
    pytest.param("a", os.mkdir, "a.lights is not taken: it is no regular file, or too large", id="a folder"),
    pytest.param(
        "a",
        lambda file: file.write_bytes(b'{"a": "\xff"}\n'),
        "a.lights is not taken: a line cannot be taken: 'utf-8' codec",
        id="a byte",
    ),
    pytest.param(
        "a",
        Path.touch,
        "a.lights is not taken: what a pair says cannot be taken: Object missing required field `pair`",
        id="an empty file",
    ),
]


@pytest.mark.parametrize(("name", "make", "line"), STRANGE)
def test_a_file_that_is_not_taken_is_named_and_the_others_are_there(nearby, name, make, line):
    make(nearby.folder / f"{name}.lights")
    put(nearby, "z", 1)
    assert look(nearby) == {"tables-3": [1]}
    (note,) = notes(nearby)
    assert note.startswith(line)


def test_a_stick_that_is_pulled_out_is_named_until_it_is_back(nearby, monkeypatch):
    put(nearby, "a", 1)
    look(nearby)
    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", Mock(side_effect=OSError(5, "Input/output error")))
        assert look(nearby) == {"tables-3": [1]}
    assert notes(nearby) == ["the folder is not taken: Input/output error"]
    look(nearby)
    assert notes(nearby) == []
