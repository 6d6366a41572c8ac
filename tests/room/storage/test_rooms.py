"""Which rooms there are on a computer, and the words to join them."""

import re
import time

import pytest
from msgspec.structs import replace

from dojo.errors import UsageError
from dojo.room.clock import Clock, Plan
from dojo.room.models import id_of
from dojo.room.storage.rooms import (
    WORDS,
    create_room,
    find_room,
    join_word,
    open_room,
    pairs_of_other_rooms,
)
from room.conftest import delivery, light


@pytest.fixture
def top(tmp_path):
    return tmp_path / "top"


def test_a_room_goes_on_the_same_day(records, top):
    records.save(replace(records.info, clock=Clock(Plan(round=20)).turn("start", 5), port=8765))
    again = open_room(top)
    assert again
    assert again.info == records.info
    again.database.close()


def test_the_keys_of_the_leaders_cannot_be_read_by_others(records):
    assert records.folder.parent.stat().st_mode & 0o777 == 0o700


def test_on_another_day_a_room_needs_its_word(records, top, monkeypatch):
    monkeypatch.setattr(time, "strftime", lambda _form: "2099-01-01")
    assert find_room(top, today=True) is None
    assert find_room(top, "plum-fox", today=True) == records.folder
    assert find_room(top) == records.folder


@pytest.mark.usefixtures("records")
def test_a_word_that_no_room_has_is_a_mistake(top):
    with pytest.raises(UsageError, match=r"^there is no room tidy-owl here: there are plum-fox$"):
        find_room(top, "tidy-owl")


def test_where_there_is_no_room_yet_a_word_says_so(tmp_path):
    with pytest.raises(UsageError, match=r"^there is no room tidy-owl here: there are none yet$"):
        find_room(tmp_path, "tidy-owl")


def test_the_pairs_of_other_rooms_are_known_as_far_as_these_can_be_read(records, top, monkeypatch):
    words = iter(["tidy-owl", "iron-owl"])
    monkeypatch.setattr("dojo.room.storage.rooms.join_word", lambda: next(words))
    for key in "45":
        other = create_room(top)
        other.keep(delivery(light(1), key=key))
        other.database.close()
    (other.folder / "room.db").write_text("no database")
    records.keep(delivery(light(1)))
    assert pairs_of_other_rooms(records.folder) == {id_of("4" * 32)}


def test_a_word_is_one_of_ten_thousand(monkeypatch):
    monkeypatch.undo()
    first, second = WORDS
    assert len(set(first)) * len(set(second)) > 10_000
    # none of them is twice in the file
    assert len(first) + len(second) == len({*first, *second})
    assert re.fullmatch("[a-z]+-[a-z]+", join_word())


def test_each_part_of_a_word_is_easy_to_type():
    first, second = WORDS
    assert [word for word in [*first, *second] if not re.fullmatch("[a-z]{2,8}", word)] == []
