"""The rooms on the disk: each light once and in order; test_app.py says who gets which answer."""

import json
import os
import re
import time

import msgspec
import pytest
from msgspec.structs import replace

from dojo.errors import EnvironmentProblem, UsageError
from dojo.room import records as the_records
from dojo.room.clock import Clock, Plan
from dojo.room.models import VerdictLine
from dojo.room.records import WORDS, Records, RoomInfo, find_room, join_word
from room.conftest import delivery, light, numbers

PROOF = [VerdictLine("two", "proven", "It was red.")]


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
    assert Records(find_room(top, today=True)).info == records.info
    assert (top / ".room").stat().st_mode & 0o777 == 0o700
    monkeypatch.setattr(the_records.time, "strftime", lambda _form: "2099-01-01")
    found = [find_room(top, today=True), find_room(top), find_room(top, "plum-fox", today=True)]
    assert found == [None, records.folder, records.folder]
    with pytest.raises(UsageError, match="there is no room tidy-owl here: there are plum-fox"):
        find_room(top, "tidy-owl")


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
    with pytest.raises(EnvironmentProblem, match=told):
        Records(find_room(tmp_path / "top", today=True))


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
    records = Records(find_room(tmp_path, today=True))
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
