"""Hand-in files, and attempts of the same checkout: what comes to a room beside the network."""

import asyncio
import dataclasses
import os

import msgspec
import pytest
from msgspec.structs import replace

from dojo.attempt.membership import join, membership
from dojo.errors import UsageError
from dojo.room.app import RoomApp
from dojo.room.models import Pair, Record, Refused, VerdictLine, id_of, parse_record, write_record
from dojo.room.server import Nearby
from dojo.room.sync import hand_in
from room.conftest import ADDRESS, ROOM, ask, light, numbers, run

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


FILES = {
    "nothing": ([], "what a pair says cannot be taken: Object missing required field `pair`"),
    "no JSON": (["hello"], "a line cannot be taken: JSON is malformed"),
    "too deep": (["[" * 50_000], "a line cannot be taken: "),
    "a list": ([[1]], "a line cannot be taken: "),
    "another version": ([HEAD | {"version": 3}], "Expected `int` <= 2 - at `$.version`"),
    "a path in the name": ([HEAD | {"pair": HEAD["pair"] | {"name": "../x"}}], "Expected `str` matching"),
    "a strange line": ([HEAD, {"run": "rm"}], "unknown field `run`"),
    "too many verdicts": ([HEAD, {"proof": [["a", "b", "c"]] * 2001}], "length <= 2000"),
    "a long verdict": ([HEAD, {"proof": [["a", "b", "c" * 801]]}], "length <= 800"),
    "an escape in a verdict": ([HEAD, {"proof": [["a", "b", "\x1b[2J"]]}], "invisible characters"),
    "a short verdict": ([HEAD, {"proof": [["a", "b"]]}], "`$.proof[0]`"),
    "no pair first": ([{"light": LIGHT}], "missing required field `pair`"),
}


LIGHTS = {
    "an escape": ({"test": "a\x1b[2J"}, "invisible characters"),
    "a turned line": ({"test": "a\u202eb"}, "invisible characters"),
    "light 0": ({"number": 0}, "`int` >= 1"),
    "true": ({"number": True}, "`$.lights[0].number`"),
    "the far future": ({"when": 1e12}, "`$.lights[0].when`"),
    "no colour": ({"colour": "blue"}, "`$.lights[0].colour`"),
    "1 is not true": ({"held": 1}, "`$.lights[0].held`"),
    "a path": ({"history": "../../etc/pa"}, "`$.lights[0].history`"),
    "a long file": ({"files": {"a": "x" * 100_001}}, "length <= 100000"),
    "many files": ({"files": {str(n): "x" for n in range(101)}}, "length <= 100"),
    "a wrong table": ({"first_green": {"a": "blue"}}, "`$.lights[0].first_green[...]`"),
    "a pile of marks": ({"test": "a" + "\u0301" * 9}, "invisible characters"),
}


REFUSED = FILES | {name: ([HEAD, {"light": LIGHT | one}], says) for name, (one, says) in LIGHTS.items()}


@pytest.mark.parametrize(("lines", "says"), REFUSED.values(), ids=REFUSED)
def test_a_file_is_refused_in_a_line(lines, says):
    with pytest.raises(Refused) as refused:
        parse_record(file_of(*lines))
    assert says in str(refused.value)
    assert str(refused.value).isprintable()


# Attempts of the checkout, and a folder of files


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


def test_an_attempt_of_another_day_is_not_in_the_room(nearby, attempt):
    run(attempt)
    opened = nearby.app.records.info.opened
    for hours, there in ((13, {}), (11, {"tables-3": [1]})):
        nearby.app.records.info = replace(nearby.app.records.info, opened=opened + 3600 * hours)
        assert look(nearby) == there


def test_an_attempt_here_that_joins_is_the_same_pair_and_sends_for_itself(nearby, attempt):
    run(attempt)
    look(nearby)
    join(attempt, dataclasses.replace(ROOM, key=membership(attempt).key))
    run(attempt)
    assert look(nearby) == {"tables-3": [1]}
    nearby.app.records.keep(Record(Pair(id_of(membership(attempt).key), "Ada", "fizz")))
    assert numbers(nearby.app.records.select()) == {"Ada": [1]}


def test_what_cannot_be_written_now_is_read_again(nearby, attempt):
    run(attempt)
    database = nearby.app.records.database
    database.execute("PRAGMA query_only = ON")
    assert look(nearby) == {}
    assert notes(nearby) == [
        "Nothing is recorded: attempt to write a readonly database. The room goes on showing."
    ]
    database.execute("PRAGMA query_only = OFF")
    assert look(nearby) == {"tables-3": [1]}


def put(nearby, name, many, pair=TABLES_3, cut=0):
    """A file with so many lights, but for some bytes at its end."""
    content = write_record(Record(pair, [light(number) for number in range(1, many + 1)]))
    (nearby.folder / f"{name}.lights").write_bytes(content[: len(content) - cut])


def test_files_show_as_they_come_as_they_grow_and_as_far_as_they_are_copied(nearby):
    assert look(nearby) == {}
    put(nearby, "a", 1)
    assert look(nearby) == {"tables-3": [1]}
    put(nearby, "a", 2)
    put(nearby, "b", 2, TABLES_4, cut=40)
    assert look(nearby) == {"tables-3": [1, 2], "tables-4": [1]}
    put(nearby, "b", 2, TABLES_4)
    assert look(nearby) == {"tables-3": [1, 2], "tables-4": [1, 2]}


STRANGE = {
    "an escape in its name": ("x\x1b[2J", lambda file: file.write_bytes(b"<html>\n"), "JSON is malformed"),
    "a FIFO": ("x", os.mkfifo, "it is no regular file"),
    "a folder": ("x", os.mkdir, "it is no regular file"),
    "one bad byte": ("x", lambda file: file.write_bytes(b"\xff\n"), "a line cannot be taken"),
    "empty": ("x", lambda file: file.touch(), "missing required field `pair`"),
}


@pytest.mark.parametrize(("name", "make", "told"), STRANGE.values(), ids=STRANGE)
def test_a_file_that_is_not_taken_is_named_and_the_others_are_there(nearby, name, make, told):
    put(nearby, "a", 1)
    make(nearby.folder / f"{name}.lights")
    assert look(nearby) == {"tables-3": [1]}
    (note,) = notes(nearby)
    assert note.startswith(f"{name}.lights is not taken: ".replace("\x1b", "\N{REPLACEMENT CHARACTER}"))
    assert told in note


def test_of_files_of_a_pair_and_what_it_sends_each_light_is_kept_once(nearby):
    put(nearby, "a", 2)
    put(nearby, "b", 1)
    assert look(nearby) == {"tables-3": [1, 2]}
    nearby.app.records.keep(Record(replace(TABLES_3, name="Ada", shares=True), [light(3)]))
    put(nearby, "b", 4)
    assert look(nearby) == {"Ada": [1, 2, 3, 4]}
    assert nearby.app.records.find(id=TABLES_3.id).pair.shares


def test_a_file_of_a_pair_that_the_leader_has_removed_or_without_a_light_is_named(nearby):
    put(nearby, "a", 1)
    look(nearby)
    nearby.app.records.rename(TABLES_3.id, None)
    put(nearby, "a", 2)
    (nearby.folder / "b.lights").write_bytes(write_record(Record(TABLES_4, [light(2)])))
    assert look(nearby) == {}
    assert notes(nearby) == [
        "a.lights is not taken: the leader has removed tables-3 from this room",
        "b.lights is not taken: light 2 of tables-4 came before the one in front of it",
    ]


def test_a_stick_that_is_pulled_out_is_told_of_and_what_was_shown_stays(nearby, monkeypatch):
    def gone(_path, **_how):
        raise OSError(5, "Input/output error")

    put(nearby, "a", 1)
    look(nearby)
    monkeypatch.setattr(os, "stat", gone)
    assert look(nearby) == {"tables-3": [1]}
    monkeypatch.undo()
    assert notes(nearby) == ["the folder is not taken: Input/output error"]
    look(nearby)
    assert notes(nearby) == []


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
