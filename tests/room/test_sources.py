"""Where lights come from beside the network: attempts of the same checkout, and files that were handed in."""

import os
import shutil
import time
from dataclasses import replace

import pytest

from dojo.attempt.membership import join
from dojo.protocol.of_attempt import pair_for
from dojo.protocol.record import Record, written
from dojo.room.folder import Folder
from dojo.room.here import Here
from dojo.room.rows import Rows
from room.conftest import ROOM, TABLES_3, TABLES_4, light, run


def look(source):
    """The lights of each row, once it has looked."""
    source.look()
    return {row.name: [light.number for light in row.record.lights] for row in source.rows.rows.values()}


@pytest.fixture
def here(bare, book):
    return Here(bare.workspace, time.time(), Rows(), book)


def test_an_attempt_here_is_on_the_page_from_its_first_light_until_it_is_deleted(here, attempt):
    assert look(here) == {}
    run(attempt)
    assert look(here) == {"tables-3": [1]}
    assert [row.is_here for row in here.rows.rows.values()] == [True]
    changes = here.rows.changes
    look(here)
    assert here.rows.changes == changes
    run(attempt)
    assert look(here) == {"tables-3": [1, 2]}
    here.opened += 13 * 3600  # on another day it is not there
    assert look(here) == {}
    here.opened -= 13 * 3600
    assert look(here) == {"tables-3": [1, 2]}
    shutil.rmtree(attempt.folder)
    assert look(here) == {}


def test_an_attempt_that_joins_is_there_once_and_keeps_its_name(here, attempt):
    run(attempt)
    look(here)
    join(attempt, ROOM)
    record, _ = here.book.hear(pair_for(attempt, ROOM), [light(1)], None, left=False)
    here.rows.show(ROOM.key, record)
    look(here)
    assert [(row.name, row.is_here) for row in here.rows.rows.values()] == [("tables-3", False)]


@pytest.fixture
def folder(tmp_path, book):
    (tmp_path / "stick").mkdir()
    return Folder(tmp_path / "stick", Rows(), book)


def hand_in(folder, name, many, pair=TABLES_3, cut=0):
    """A file with so many lights, but for some bytes at its end."""
    content = written(Record(pair, [light(number) for number in range(1, many + 1)]))
    (folder.path / f"{name}.lights").write_bytes(content[: len(content) - cut])


def test_files_show_as_they_come_as_they_grow_and_as_far_as_they_are_copied(folder):
    assert look(folder) == {}
    hand_in(folder, "a", 1)
    assert look(folder) == {"tables-3": [1]}
    hand_in(folder, "a", 2)
    hand_in(folder, "b", 2, TABLES_4, cut=5)
    assert look(folder) == {"tables-3": [1, 2], "tables-4": [1]}
    hand_in(folder, "b", 2, TABLES_4)
    assert look(folder) == {"tables-3": [1, 2], "tables-4": [1, 2]}


def test_a_file_that_is_not_taken_is_told_of_and_the_others_are_there(folder):
    hand_in(folder, "a", 1)
    (folder.path / "x\x1b[2J.lights").write_bytes(b"<html>\n")
    assert look(folder) == {"tables-3": [1]}
    told = "x\N{REPLACEMENT CHARACTER}[2J.lights is not taken: a line that is no JSON: '<html>'"
    assert list(folder.rows.notes.values()) == [told]
    hand_in(folder, "x\x1b[2J", 1, TABLES_4)
    assert look(folder) == {"tables-3": [1], "tables-4": [1]}
    assert folder.rows.notes == {}


def test_of_two_files_of_a_pair_the_longer_one_counts_and_two_pairs_of_one_name_are_both_there(folder):
    hand_in(folder, "a", 2)
    hand_in(folder, "b", 1)
    assert look(folder) == {"tables-3": [1, 2]}
    hand_in(folder, "c", 1, replace(TABLES_4, name="tables-3"))
    assert look(folder) == {"tables-3": [1, 2], "tables-3 (2)": [1]}


def test_who_has_joined_as_well_is_shown_as_the_network_says(folder):
    folder.book.hear(TABLES_3, [light(1), light(2)], None, left=False)
    hand_in(folder, "a", 1)
    assert look(folder) == {}


def test_a_stick_that_is_pulled_out_is_told_of_and_what_was_shown_stays(folder, monkeypatch):
    def gone(_path, **_how):
        raise OSError(5, "Input/output error")

    hand_in(folder, "a", 1)
    look(folder)
    monkeypatch.setattr(os, "stat", gone)
    assert look(folder) == {"tables-3": [1]}
    monkeypatch.undo()
    assert list(folder.rows.notes.values()) == ["the folder cannot be read now: Input/output error"]
    look(folder)
    assert folder.rows.notes == {}
