"""Hand-in files, and attempts of the same checkout: what comes to a room beside the network."""

import os
import shutil
import time

import msgspec
import pytest
from msgspec.structs import replace

from dojo.attempt.membership import join
from dojo.errors import UsageError
from dojo.room.files import hand_in, parse_record, read_folder, write_record
from dojo.room.models import Pair, Record, Refused, VerdictLine, id_of
from dojo.room.nearby import Nearby
from dojo.room.rows import Rows
from room.conftest import ROOM, light, numbers, run

TABLES_3 = Pair("3" * 20, "tables-3", "fizz")
TABLES_4 = Pair("4" * 20, "tables-4", "fizz")
LIGHT = msgspec.to_builtins(light(1))
HEAD = {"version": 2, "pair": msgspec.to_builtins(TABLES_3)}
BEFORE = {"version": 1, "pair": {"key": "3" * 32, "name": "tables-3", "kata": "fizz", "shares": False}}


def file_of(*lines):
    """A file of lines: texts, or what becomes JSON."""
    return b"".join(
        (one.encode() if isinstance(one, str) else msgspec.json.encode(one)) + b"\n" for one in lines
    )


def test_a_file_of_the_format_before_has_the_id_of_its_key():
    assert parse_record(file_of(BEFORE, {"light": LIGHT})).pair.id == id_of("3" * 32)


FILES = {
    "nothing": ([], "it is no file of make hand-in"),
    "no JSON": (["hello"], "a line cannot be taken: JSON is malformed"),
    "too deep": (["[" * 50_000], "a line cannot be taken: "),
    "a list": ([[1]], "a line cannot be taken: "),
    "another version": ([HEAD | {"version": 3}], "this workspace speaks version 2, not 3: update both sides"),
    "a path in the name": ([HEAD | {"pair": HEAD["pair"] | {"name": "../x"}}], "Expected `str` matching"),
    "a light is missing": (
        [HEAD, {"light": LIGHT | {"number": 2}}],
        "light 2 of tables-3 came before",
    ),
    "two pairs": ([HEAD, BEFORE], "it is a file of two pairs"),
    "a strange line": ([HEAD, {"run": "rm"}], "a line cannot be taken: "),
    "a short verdict": ([HEAD, {"proof": [["a", "b"]]}], "a line cannot be taken: "),
    "no pair first": ([{"light": LIGHT}], "it is no file of make hand-in"),
}


@pytest.mark.parametrize(("lines", "says"), FILES.values(), ids=FILES)
def test_a_file_is_refused(lines, says):
    with pytest.raises(Refused) as refused:
        parse_record(file_of(*lines))
    assert says in str(refused.value)


REFUSED = {
    "an escape": ({"test": "a\x1b[2J"}, "invisible characters"),
    "two lines": ({"test": "a\nb"}, "invisible characters"),
    "a turned line": ({"test": "a\u202eb"}, "invisible characters"),
    "light 0": ({"number": 0}, "`int` >= 1"),
    "true": ({"number": True}, "`$.light.number`"),
    "the far future": ({"when": 1e12}, "`$.light.when`"),
    "no colour": ({"colour": "blue"}, "`$.light.colour`"),
    "1 is not true": ({"held": 1}, "`$.light.held`"),
    "more green than tests": ({"green": 3}, "light 1 has more green tests than tests"),
    "back to itself": ({"to": 1}, "light 1 goes back to light 1"),
    "a strange field": ({"more": 1}, "unknown field `more`"),
    "a path": ({"history": "../../etc/pa"}, "`$.light.history`"),
    "a long file": ({"files": {"a": "x" * 100_001}}, "light 1 has files that are too large"),
    "many files": (
        {"files": {str(n): "x" * 99_000 for n in range(5)}},
        "light 1 has files that are too large",
    ),
    "a wrong table": ({"first_green": {"a": "blue"}}, "`$.light.first_green[...]`"),
    "a pile of marks": ({"test": "a" + "\u0301" * 9}, "invisible characters"),
}


@pytest.mark.parametrize(("change", "says"), REFUSED.values(), ids=REFUSED)
def test_a_light_is_refused(change, says):
    with pytest.raises(Refused) as refused:
        parse_record(file_of(HEAD, {"light": LIGHT | change}))
    assert says in str(refused.value)
    assert str(refused.value).isprintable()


def test_a_light_that_comes_twice_is_taken_once_and_lost_lights_begin_again():
    again = {"light": LIGHT | {"history": "f" * 12}}
    record = parse_record(file_of(HEAD, {"light": LIGHT}, {"light": LIGHT}, again))
    assert [one.history[0] for one in record.lights] == ["a", "f"]


# Attempts of the checkout


def look(nearby, *joined):
    """The lights of each row, once it has looked."""
    nearby.show(nearby.read(set(joined)))
    return {row.name: [one.number for one in row.record.lights] for row in nearby.rows.rows.values()}


@pytest.fixture
def local(bare):
    return Nearby(bare.workspace, time.time(), None, Rows())


def test_an_attempt_here_is_on_the_page_from_its_first_light_until_it_is_deleted(local, attempt):
    assert look(local) == {}
    run(attempt)
    assert look(local) == {"tables-3": [1]}
    assert [row.is_here for row in local.rows.rows.values()] == [True]
    changes = len(local.rows.log)
    look(local)
    assert len(local.rows.log) == changes
    run(attempt)
    assert look(local) == {"tables-3": [1, 2]}
    local.opened += 13 * 3600  # on another day it is not there
    assert look(local) == {}
    local.opened -= 13 * 3600
    assert look(local) == {"tables-3": [1, 2]}
    shutil.rmtree(attempt.folder)
    assert look(local) == {}


def test_an_attempt_that_joins_is_there_once_and_keeps_its_name(local, attempt):
    run(attempt)
    look(local)
    join(attempt, ROOM)
    id = id_of(ROOM.key)
    local.rows.show(id, Record(replace(TABLES_3, id=id), [light(1)]))
    look(local, id)
    assert [(row.name, row.is_here) for row in local.rows.rows.values()] == [("tables-3", False)]


# A folder of files


@pytest.fixture
def folder(bare, tmp_path):
    (tmp_path / "stick").mkdir()
    return Nearby(bare.workspace, time.time(), tmp_path / "stick", Rows())


def put(folder, name, many, pair=TABLES_3, cut=0):
    """A file with so many lights, but for some bytes at its end."""
    content = write_record(Record(pair, [light(number) for number in range(1, many + 1)]))
    (folder.folder / f"{name}.lights").write_bytes(content[: len(content) - cut])


def test_files_show_as_they_come_as_they_grow_and_as_far_as_they_are_copied(folder):
    assert look(folder) == {}
    put(folder, "a", 1)
    assert look(folder) == {"tables-3": [1]}
    put(folder, "a", 2)
    put(folder, "b", 2, TABLES_4, cut=5)
    assert look(folder) == {"tables-3": [1, 2], "tables-4": [1]}
    put(folder, "b", 2, TABLES_4)
    assert look(folder) == {"tables-3": [1, 2], "tables-4": [1, 2]}


STRANGE = {
    "an escape in its name": ("x\x1b[2J", lambda file: file.write_bytes(b"<html>\n"), "JSON is malformed"),
    "a FIFO": ("x", os.mkfifo, "it is no regular file"),
    "a folder": ("x", os.mkdir, "it is no regular file"),
    "one bad byte": ("x", lambda file: file.write_bytes(b"\xff\n"), "a line cannot be taken"),
    "empty": ("x", lambda file: file.touch(), "it is no file of make hand-in"),
}


@pytest.mark.parametrize(("name", "make", "told"), STRANGE.values(), ids=STRANGE)
def test_a_file_that_is_not_taken_is_named_and_the_others_are_there(folder, name, make, told):
    put(folder, "a", 1)
    make(folder.folder / f"{name}.lights")
    assert look(folder) == {"tables-3": [1]}
    (note,) = folder.rows.notes.values()
    assert note.startswith(f"{name}.lights is not taken: ".replace("\x1b", "\N{REPLACEMENT CHARACTER}"))
    assert told in note
    assert read_folder(folder.folder).faults == [note]


def test_of_two_files_of_a_pair_the_longer_one_counts_and_two_pairs_of_one_name_are_both_there(folder):
    put(folder, "a", 2)
    put(folder, "b", 1)
    assert look(folder) == {"tables-3": [1, 2]}
    put(folder, "c", 1, replace(TABLES_4, name="tables-3"))
    assert look(folder) == {"tables-3": [1, 2], "tables-3 (2)": [1]}


def test_of_a_pair_that_has_joined_as_well_the_longer_record_is_shown(folder):
    folder.rows.show(TABLES_3.id, Record(TABLES_3, [light(1), light(2)]))
    for many in (1, 3):
        put(folder, "a", many)
        assert look(folder) == {"tables-3": [*range(1, max(many, 2) + 1)]}


def test_a_stick_that_is_pulled_out_is_told_of_and_what_was_shown_stays(folder, monkeypatch):
    def gone(_path, **_how):
        raise OSError(5, "Input/output error")

    put(folder, "a", 1)
    look(folder)
    monkeypatch.setattr(os, "stat", gone)
    assert look(folder) == {"tables-3": [1]}
    monkeypatch.undo()
    assert list(folder.rows.notes.values()) == ["the folder cannot be read now: Input/output error"]
    look(folder)
    assert folder.rows.notes == {}


# Handing in

PROOF = [VerdictLine("one is said", "proven", "It was red.")]


@pytest.mark.parametrize(("shares", "code"), [(False, "without your code"), (True, "with your code")])
def test_a_file_has_the_lights_and_the_proof_and_no_key(joined, out, tmp_path, capsys, shares, code):
    run(joined, code="secret = 1\n")
    file = hand_in(joined, PROOF, tmp_path, out, shares=shares)
    record = parse_record(file.read_bytes())
    assert file == tmp_path / "tables-3.lights"
    assert (numbers([record]), record.proof, record.pair.id) == ({"tables-3": [1]}, PROOF, id_of(ROOM.key))
    assert (b"secret" in file.read_bytes()) is shares
    assert ROOM.key.encode() not in file.read_bytes()
    assert " ".join(capsys.readouterr().out.split()).endswith(f"tables-3.lights: 1 light, 1 kB, {code}.")


def test_a_file_is_replaced_by_a_newer_one_of_the_same_attempt(attempt, out, tmp_path):
    for _ in range(2):
        run(attempt)
        file = hand_in(attempt, [], tmp_path, out, shares=False)
    assert len(parse_record(file.read_bytes()).lights) == 2
    assert [one.name for one in tmp_path.glob("*tables-3*")] == ["tables-3.lights"]


def test_without_a_light_or_over_a_file_of_another_pair_nothing_is_handed_in(attempt, out, tmp_path):
    with pytest.raises(UsageError, match="tables-3 has no lights yet: make next NAME=tables-3 records one"):
        hand_in(attempt, [], tmp_path, out, shares=False)
    run(attempt)
    (tmp_path / "tables-3.lights").write_text("mine")
    with pytest.raises(UsageError, match="is another pair's file: IN= names another folder, or delete it"):
        hand_in(attempt, [], tmp_path, out, shares=False)
    assert (tmp_path / "tables-3.lights").read_text() == "mine"
