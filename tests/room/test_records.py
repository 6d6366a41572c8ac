"""What a pair says, and what is refused; the rooms on the disk, with each light once and in order."""

import json
import os
import re
import time

import msgspec
import pytest
from helpers import record_light
from msgspec.structs import replace

from dojo.errors import EnvironmentProblem, UsageError
from dojo.room import records as the_records
from dojo.room.changes import sources_at
from dojo.room.clock import Clock, Plan
from dojo.room.models import VerdictLine, id_of, parse_record, write_record
from dojo.room.records import WORDS, Records, RoomInfo, find_room, join_word, pairs_of_other_rooms
from dojo.room.reports import record_of
from room.conftest import FIRST, delivery, light, lines_of, numbers

PROOF = [VerdictLine("two", "proven", "It was red.")]
OWN = "kata/attempts/tables-3/test_fizz.py::test_one"
OURS = "suite/test_numbers.py::test_numbers[one is said]"


def lit(attempt, colour, code, verb="next", **told):
    attempt.module.write_text(code)
    counts = {"green": 1, colour: 1 + (colour == "green")}
    record_light(
        attempt, verb=verb, colour=colour, counts=counts, **{"test": OURS, "own": {OWN: "green"}, **told}
    )


def test_a_light_tells_its_colour_lines_test_and_what_is_green_first(attempt):
    """The test in hand is one's own if that fails, but never the name of a file that does not load."""
    odd, two = "t.py::t[\x1b[1m]", OWN.replace("one", "two")
    lit(attempt, "red", "a = 1\n", verb="start", revealed=3, of=5, expected="green", held=False)
    lit(attempt, "red", "a = 1\n")
    lit(attempt, "red", "a = 1\nb = 2\nc = 3\n", own={two: "red"}, test=odd)
    lit(attempt, "amber", "a = 1\n", own={OWN.split("::")[0]: "amber"}, test=odd)
    lit(attempt, "green", "a = 2\n", own={two: "green"}, test=odd)
    lit(attempt, "green", "a = 3\n")
    lit(attempt, "green", "a = 3\n")
    first, *_ = told = record_of(attempt).lights
    assert (first.number, first.verb, first.green, first.tests) == (1, "start", 1, 2)
    assert (first.known, first.of, first.expected, first.held) == (3, 5, "green", False)
    ours, shown = "one is said", "\N{REPLACEMENT CHARACTER}[1m"
    assert [(one.colour, one.code, one.test, one.first_green) for one in told] == [
        ("red", 0, ours, {}),  # what is there at the start has come from elsewhere
        ("red", 0, ours, {}),
        ("red", 2, "two", {}),
        ("amber", 2, shown, {}),
        ("green", 1, shown, {"two": "red"}),  # it was red for one's own test alone
        ("green", 1, ours, {ours: "red", "two": ""}),  # and two is gone
        ("green", 0, ours, {}),
    ]


def test_code_goes_only_where_the_pair_shares_it_and_any_state_can_be_had_again(attempt):
    (attempt.folder / "picture.bin").write_bytes(b"\0" * 10)
    lit(attempt, "red", "a = 1\n")
    (attempt.folder / "more.py").write_text("b\n")
    lit(attempt, "green", "a = 2\n")
    (attempt.folder / "more.py").unlink()
    lit(attempt, "amber", "a = (\n", verb="back", to=1)
    lit(attempt, "red", "a = 1\n")  # as the light that was gone back to
    assert [one.files for one in record_of(attempt).lights] == [None] * 4
    told = record_of(attempt, shares=True).lights
    assert told[0].files is not None
    assert told[0].files["picture.bin"] == "(10 bytes, not sent)\n"
    assert ".started" not in told[0].files
    assert told[1].files == {"fizz.py": "a = 2\n", "more.py": "b\n"}
    assert told[2].files == {"fizz.py": "a = (\n", "more.py": None}
    states = list(sources_at(told))
    assert [state["fizz.py"] for state in states] == ["a = 1\n", "a = 2\n", "a = (\n", "a = 1\n"]
    assert [number for number, state in enumerate(states) if "more.py" in state] == [1]
    made = record_of(attempt, shares=True)
    made.proof, made.left = PROOF, True
    assert parse_record(write_record(made)) == made  # and up to the last whole line
    assert parse_record(write_record(made)[:-150]).lights == made.lights[:-1]


LIGHT = msgspec.to_builtins(FIRST)
HEAD = {"version": 3, "pair": msgspec.to_builtins(delivery().pair)}
FILES = {
    "nothing": ([], "what a pair says cannot be taken: Object missing required field `pair`"),
    "no JSON": (["hello"], "a line cannot be taken: JSON is malformed"),
    "too deep": (["[" * 50_000], "a line cannot be taken: "),
    "another version": ([HEAD | {"version": 4}], "Expected `int` <= 3 - at `$.version`"),
    "a path in the name": ([HEAD | {"pair": HEAD["pair"] | {"name": "../x"}}], "Expected `str` matching"),
    "a strange line": ([HEAD, {"run": "rm"}], "unknown field `run`"),
    "too many verdicts": ([HEAD, {"proof": [["a", "b", "c"]] * 2001}], "length <= 2000"),
    "a long verdict": ([HEAD, {"proof": [["a", "b", "c" * 801]]}], "length <= 800"),
    "an escape in a verdict": ([HEAD, {"proof": [["a", "b", "\x1b[2J"]]}], "invisible characters"),
    "no pair first": ([{"light": LIGHT}], "missing required field `pair`"),
}
LIGHTS = {
    "an escape": ({"test": "a\x1b[2J"}, "invisible characters"),
    "light 0": ({"number": 0}, "`int` >= 1"),
    "the far future": ({"when": 1e12}, "`$.lights[0].when`"),
    "no colour": ({"colour": "blue"}, "`$.lights[0].colour`"),
    "a path": ({"history": "../../etc/pa"}, "`$.lights[0].history`"),
    "a long file": ({"files": {"a": "x" * 100_001}}, "length <= 100000"),
    "many files": ({"files": {str(n): "x" for n in range(101)}}, "length <= 100"),
    "a wrong table": ({"first_green": {"a": "blue"}}, "`$.lights[0].first_green[...]`"),
    "a pile of marks": ({"test": "a" + "\u0301" * 9}, "invisible characters"),
}
REFUSED = FILES | {name: ([HEAD, {"light": LIGHT | one}], says) for name, (one, says) in LIGHTS.items()}


@pytest.mark.parametrize(("lines", "says"), REFUSED.values(), ids=REFUSED)
def test_a_file_is_refused_in_a_line(lines, says):
    with pytest.raises(UsageError) as refused:
        parse_record(lines_of(*lines))
    line = str(refused.value)
    assert says in line
    assert line.isprintable()


# The rooms on the disk


def test_what_was_heard_is_on_the_disk_once_and_in_order_without_the_key(records):
    """And a pair may change its mind about sharing."""
    records.keep(delivery(light(1), light(1), light(2), proof=PROOF, left=True))
    with pytest.raises(UsageError, match="light 4 of tables-3 came before the one in front of it"):
        records.keep(delivery(light(2), light(3), light(4, history="b" * 12)))
    for shares in (False, True):
        records.keep(delivery(light(1), shares=shares, left=True))
        (record,) = Records(records.folder).select()
        assert (record.pair.shares, [one.number for one in record.lights]) == (shares, [1, 2])
        assert (record.proof, record.left) == (PROOF, True)
    assert [file.name for file in records.folder.iterdir() if b"3" * 32 in file.read_bytes()] == []


MANY = [("PAIRS", 1, "4"), ("LIGHTS", 1, "3"), ("PAIR_BYTES", 400, "3")]
TOLD = "^this room has 1 pairs: it takes no more$|^tables-3 has sent all that this room takes of one pair$"


@pytest.mark.parametrize(("what", "most", "key"), MANY)
def test_a_room_has_limits(records, monkeypatch, what, most, key):
    monkeypatch.setattr(the_records, what, most)
    records.keep(delivery(light(1)))
    with pytest.raises(UsageError, match=TOLD):
        records.keep(delivery(light(2), key=key))
    assert numbers(Records(records.folder).select()) == {"tables-3": [1]}


def test_a_room_goes_on_the_same_day_and_its_keys_cannot_be_read_by_others(records, tmp_path, monkeypatch):
    top = tmp_path / "top"
    records.save(replace(records.info, clock=Clock(Plan(round=20)).turn("start", 5), port=8765))
    folder = find_room(top, today=True)
    assert folder
    assert Records(folder).info == records.info
    assert (top / ".room").stat().st_mode & 0o777 == 0o700
    monkeypatch.setattr(time, "strftime", lambda _form: "2099-01-01")
    found = [find_room(top, today=True), find_room(top), find_room(top, "plum-fox", today=True)]
    assert found == [None, records.folder, records.folder]
    with pytest.raises(UsageError, match="there is no room tidy-owl here: there are plum-fox"):
        find_room(top, "tidy-owl")


def test_the_pairs_of_other_rooms_are_known_as_far_as_these_can_be_read(records, tmp_path, monkeypatch):
    for word, key in (("tidy-owl", "4"), ("iron-owl", "5")):
        monkeypatch.setattr(the_records, "join_word", lambda: word)  # noqa: B023
        other = Records.create(tmp_path / "top")
        other.keep(delivery(light(1), key=key))
        other.database.close()
    (other.folder / "room.db").write_text("no database")
    records.keep(delivery(light(1)))
    assert pairs_of_other_rooms(records.folder) == {id_of("4" * 32)}


def test_a_room_that_cannot_be_made_leaves_the_one_of_before_as_it_is(records, tmp_path, monkeypatch):
    monkeypatch.setattr(the_records, "SCHEMA", "no SQL")
    monkeypatch.setattr(the_records, "join_word", lambda: "tidy-owl")
    with pytest.raises(EnvironmentProblem, match=r"cannot be opened: near .no.: syntax error$"):
        Records.create(tmp_path / "top")
    assert find_room(tmp_path / "top") == records.folder


BROKEN = {
    "a FIFO": os.mkfifo,
    "a folder": os.mkdir,
    "one bad byte": lambda file: file.write_bytes(b"\xff"),
    "no database": lambda file: file.write_bytes(b"x" * 5000),
    "empty": lambda file: file.touch(),
}


@pytest.mark.parametrize("make", BROKEN.values(), ids=BROKEN)
def test_a_room_that_cannot_be_read_is_named_and_never_silently_a_new_one(records, tmp_path, make):
    records.database.close()
    for one in records.folder.iterdir():
        one.unlink()
    make(records.folder / "room.db")
    told = r"the room in .room/.*-plum-fox cannot be opened: .*; NEW=1 opens a new"
    folder = find_room(tmp_path / "top", today=True)
    assert folder
    with pytest.raises(EnvironmentProblem, match=told):
        Records(folder)


ROOM_BEFORE = """{"word": "old-owl", "lead": "secret", "opened": 5.0, "port": 8765, "clock": {
    "plan": {"round": 20, "rotate": 0, "rest": 0, "names": [], "at_green": false, "by_itself": false},
    "kind": "round", "number": 1, "spent": 0, "since": null, "phases": [["round", 1, 5.0, 9.0]]}}"""


def test_a_room_of_the_format_before_is_taken_over_once(tmp_path):
    folder = tmp_path / ".room" / f"{time.strftime('%Y-%m-%d')}-old-owl"
    (folder / "pairs").mkdir(parents=True)
    (folder / "room.json").write_text(ROOM_BEFORE)
    pair = {"key": "3" * 32, "name": "tables-3", "kata": "fizz", "shares": False}
    lights = [{"light": msgspec.to_builtins(light(number))} for number in (1, 2)]
    lines = [{"version": 1, "pair": pair}, *lights, {"proof": [["two", "proven", "It was red."]]}]
    (folder / "pairs" / "a.lights").write_text("".join(f"{json.dumps(line)}\n" for line in lines) + '{"half')
    (folder / "pairs" / "b.lights").mkdir()
    (folder / "draft.room.db").touch()  # of a take-over that was killed
    found = find_room(tmp_path, today=True)
    assert found
    records = Records(found)
    clock = Clock(Plan(round=20), phases=(("round", 1, 5.0, 9.0),))
    assert records.info == RoomInfo("old-owl", "secret", 5.0, 8765, clock)
    assert records.notes == ["b.lights is not taken: it is no regular file, or too large"]
    records.keep(delivery(light(3)))
    (record,) = Records(folder).select()
    assert (numbers([record]), record.proof) == ({"tables-3": [1, 2, 3]}, PROOF)
    assert sorted(file.name for file in (folder / "pairs").iterdir()) == ["a.lights", "b.lights"]
    records.database.close()


def test_a_word_is_one_of_ten_thousand_and_easy_to_type(monkeypatch):
    monkeypatch.undo()
    first, second = WORDS
    assert len(set(first)) * len(set(second)) > 10_000
    assert len(first) + len(second) == len({*first, *second})
    assert [word for word in [*first, *second] if not re.fullmatch("[a-z]{2,8}", word)] == []
    assert re.fullmatch("[a-z]+-[a-z]+", join_word())
