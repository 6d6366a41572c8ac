"""A room on the disk: each light once and in order, and what it does not take."""

import json
import os
import time

import msgspec
import pytest
from msgspec import structs

from dojo.errors import EnvironmentProblem, UsageError
from dojo.room.clock import Clock, Plan
from dojo.room.models import VerdictLine
from dojo.room.storage import creation
from dojo.room.storage import records as the_records
from dojo.room.storage.creation import RoomInfo
from dojo.room.storage.records import Records
from dojo.room.storage.rooms import create_room, find_room
from room.conftest import delivery, light, numbers

PROOF = [VerdictLine("two", "proven", "It was red.")]


def on_disk(records):
    """What a room has of its only pair, read again."""
    again = Records(records.folder)
    (record,) = again.select()
    again.database.close()
    return record


def test_each_light_is_on_the_disk_once_with_the_proof(records):
    records.keep(delivery(light(1), light(1), light(2), proof=PROOF, left=True))
    records.keep(delivery(light(1), left=True))
    record = on_disk(records)
    assert [each.number for each in record.lights] == [1, 2]
    assert record.proof == PROOF
    assert record.left


def test_of_lights_out_of_order_none_is_recorded(records):
    records.keep(delivery(light(1)))
    with pytest.raises(UsageError, match="light 4 of tables-3 came before the one in front of it"):
        records.keep(delivery(light(2), light(3), light(4, history="b" * 12)))
    assert [each.number for each in on_disk(records).lights] == [1]


def test_a_pair_may_change_its_mind_about_sharing(records):
    records.keep(delivery(light(1)))
    records.keep(delivery(shares=True))
    assert on_disk(records).pair.shares
    records.keep(delivery(shares=False))
    assert not on_disk(records).pair.shares


def test_the_key_of_a_pair_is_not_on_the_disk(records):
    records.keep(delivery(light(1), proof=PROOF))
    key = b"3" * 32
    assert [file.name for file in records.folder.iterdir() if key in file.read_bytes()] == []


def test_a_file_says_nothing_of_a_pair_that_is_known_but_its_lights_and_its_proof(records):
    records.keep(delivery(light(1), name="Ada", shares=True))
    old_file = delivery(light(1), light(2), name="tables-3", left=True, proof=PROOF)
    pair = records.keep(old_file, by_network=False)
    assert pair.name == "Ada"
    record = on_disk(records)
    assert record.asked == "Ada"
    assert record.pair.shares
    assert not record.left
    assert record.proof == PROOF
    assert [each.number for each in record.lights] == [1, 2]


def test_the_name_that_the_leader_gives_stays_until_the_pair_asks_for_another(records):
    pair = records.keep(delivery(light(1)))
    records.rename({pair.id: "Ada"})
    assert records.keep(delivery(light(2))).name == "Ada"
    assert records.keep(delivery(name="Bea")).name == "Bea"
    records.rename({pair.id: "Cleo"})
    assert records.keep(delivery(name="Bea")).name == "Cleo"


def test_a_pair_may_take_up_another_kata(records):
    records.keep(delivery(light(1)))
    sent = delivery()
    records.keep(structs.replace(sent, pair=structs.replace(sent.pair, kata="roman")))
    assert on_disk(records).pair.kata == "roman"


FULL_ROOM = "this room has 1 pairs: it takes no more"
FULL_PAIR = "tables-3 has sent all that this room takes of one pair"
LIMITS = [
    pytest.param("PAIRS", 1, "4", FULL_ROOM, id="pairs"),
    pytest.param("LIGHTS", 1, "3", FULL_PAIR, id="lights of a pair"),
    pytest.param("PAIR_BYTES", 400, "3", FULL_PAIR, id="bytes of a pair"),
]


@pytest.mark.parametrize(("limit", "most", "key", "refusal"), LIMITS)
def test_a_room_has_limits(records, monkeypatch, limit, most, key, refusal):
    monkeypatch.setattr(the_records, limit, most)
    records.keep(delivery(light(1)))
    with pytest.raises(UsageError) as refused:
        records.keep(delivery(light(2), key=key))
    assert str(refused.value) == refusal
    assert numbers([on_disk(records)]) == {"tables-3": [1]}


def test_a_room_that_cannot_be_made_leaves_the_one_of_before_as_it_is(records, tmp_path, monkeypatch):
    monkeypatch.setattr(creation, "SCHEMA", "no SQL")
    monkeypatch.setattr("dojo.room.storage.rooms.join_word", lambda: "tidy-owl")
    with pytest.raises(EnvironmentProblem, match=r"cannot be opened: near .no.: syntax error$"):
        create_room(tmp_path / "top")
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
    for file in records.folder.iterdir():
        file.unlink()
    make(records.folder / "room.db")
    refusal = r"the room in .room/.*-plum-fox cannot be opened: .*; NEW=1 opens a new"
    folder = find_room(tmp_path / "top", today=True)
    assert folder
    with pytest.raises(EnvironmentProblem, match=refusal):
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
