"""Where lights come from beside the network: attempts of the same checkout, and files that were handed in."""

import os
import shutil
import time
from dataclasses import replace

import pytest

from dojo.attempt.creation import create
from dojo.attempt.lights import record
from dojo.attempt.membership import Membership, join
from dojo.protocol.of_attempt import pair_for
from dojo.protocol.record import Record, written
from dojo.room.folder import Folder
from dojo.room.here import Here
from dojo.room.rows import Rows
from room.conftest import TABLES_3, TABLES_4, light


def names(rows):
    return {row.name: [light.number for light in row.record.lights] for row in rows.rows.values()}


# Attempts here


@pytest.fixture
def attempt(small):
    return create(small.workspace, "tables-3", "fizz")


def run(attempt):
    record(attempt, verb="next", colour="red", counts={"red": 1})


@pytest.fixture
def here(small, book):
    return Here(small.workspace, time.time(), Rows(), book)


def test_an_attempt_here_is_on_the_page_and_its_lights_come(here, attempt):
    run(attempt)
    here.look()
    assert names(here.rows) == {"tables-3": [1]}
    assert [row.is_here for row in here.rows.rows.values()] == [True]
    changes = here.rows.changes
    here.look()
    assert here.rows.changes == changes
    run(attempt)
    here.look()
    assert names(here.rows) == {"tables-3": [1, 2]}


def test_an_attempt_of_another_day_is_not(here, attempt):
    run(attempt)
    here.opened += 13 * 3600
    here.look()
    assert names(here.rows) == {}


@pytest.mark.usefixtures("attempt")
def test_an_attempt_without_a_light_is_not(here):
    here.look()
    assert names(here.rows) == {}


def test_an_attempt_that_joins_is_there_once(here, attempt):
    run(attempt)
    here.look()
    room = Membership("127.0.0.1:8765", "plum-fox", "0" * 32)
    join(attempt, room)
    here.book.hear(pair_for(attempt, room), [], None, left=False)
    here.look()
    assert names(here.rows) == {}


def test_an_attempt_that_joins_keeps_its_name(here, attempt):
    run(attempt)
    here.look()
    room = Membership("127.0.0.1:8765", "plum-fox", "0" * 32)
    join(attempt, room)
    record, _ = here.book.hear(pair_for(attempt, room), [light(1)], None, left=False)
    here.rows.show(room.key, record)
    here.look()
    assert [(row.name, row.is_here) for row in here.rows.rows.values()] == [("tables-3", False)]


def test_an_attempt_that_is_deleted_is_gone(here, attempt):
    run(attempt)
    here.look()
    shutil.rmtree(attempt.folder)
    here.look()
    assert names(here.rows) == {}


# Files


@pytest.fixture
def folder(tmp_path, book):
    (tmp_path / "stick").mkdir()
    return Folder(tmp_path / "stick", Rows(), book)


def hand_in(folder, name, *lights, pair=TABLES_3, cut=0):
    content = written(Record(pair, list(lights)))
    (folder.path / name).write_bytes(content[: len(content) - cut])


def test_files_show_as_they_come_and_as_they_grow(folder):
    folder.look()
    assert names(folder.rows) == {}
    hand_in(folder, "tables-3.lights", light(1))
    folder.look()
    hand_in(folder, "tables-3.lights", light(1), light(2))
    hand_in(folder, "tables-4.lights", light(1), pair=TABLES_4)
    folder.look()
    assert names(folder.rows) == {"tables-3": [1, 2], "tables-4": [1]}


def test_a_file_that_is_half_copied_shows_as_far_as_it_goes(folder):
    hand_in(folder, "tables-3.lights", light(1), light(2), cut=5)
    folder.look()
    assert names(folder.rows) == {"tables-3": [1]}
    hand_in(folder, "tables-3.lights", light(1), light(2))
    folder.look()
    assert names(folder.rows) == {"tables-3": [1, 2]}


def test_a_file_that_is_not_taken_is_told_of_and_the_others_are_there(folder):
    hand_in(folder, "tables-3.lights", light(1))
    (folder.path / "x\x1b[2J.lights").write_bytes(b"<html>\n")
    folder.look()
    assert names(folder.rows) == {"tables-3": [1]}
    told = "x\N{REPLACEMENT CHARACTER}[2J.lights is not taken: a line that is no JSON: '<html>'"
    assert list(folder.rows.notes.values()) == [told]
    hand_in(folder, "x\x1b[2J.lights", light(1), pair=TABLES_4)
    folder.look()
    assert names(folder.rows) == {"tables-3": [1], "tables-4": [1]}
    assert folder.rows.notes == {}


def test_of_two_files_of_a_pair_the_one_with_more_lights_counts(folder):
    hand_in(folder, "a.lights", light(1), light(2))
    hand_in(folder, "b.lights", light(1))
    folder.look()
    assert names(folder.rows) == {"tables-3": [1, 2]}


def test_who_has_joined_as_well_is_shown_as_the_network_says(folder):
    folder.book.hear(TABLES_3, [light(1), light(2)], None, left=False)
    hand_in(folder, "a.lights", light(1))
    folder.look()
    assert names(folder.rows) == {}


def test_two_pairs_of_one_name_are_both_there(folder):
    hand_in(folder, "a.lights", light(1))
    hand_in(folder, "b.lights", light(1), light(2), pair=replace(TABLES_4, name="tables-3"))
    folder.look()
    assert names(folder.rows) == {"tables-3": [1], "tables-3 (2)": [1, 2]}


def test_a_stick_that_is_pulled_out_is_told_of_and_what_was_shown_stays(folder, monkeypatch):
    hand_in(folder, "tables-3.lights", light(1))
    folder.look()

    def gone(_path, **_how):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "stat", gone)
    folder.look()
    monkeypatch.undo()
    assert names(folder.rows) == {"tables-3": [1]}
    assert list(folder.rows.notes.values()) == ["the folder cannot be read now: Input/output error"]
    folder.look()
    assert folder.rows.notes == {}
