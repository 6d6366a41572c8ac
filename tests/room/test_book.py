"""What a room has heard: nothing is lost, nothing is doubled, and nobody takes another one's name."""

import os
from dataclasses import replace

import pytest

from dojo.protocol.fields import Refused
from dojo.protocol.record import Told
from dojo.room import book as the_book
from dojo.room.book import Book, NameTaken
from room.conftest import TABLES_3, TABLES_4, light


def hear(book, *lights, pair=TABLES_3, proof=None, left=False):
    return book.hear(pair, lights, proof, left=left)


def numbers(book, pair=TABLES_3):
    return [light.number for light in book.records[pair.key].lights]


def again(book):
    """The same book, from the disk."""
    return Book.opened(book.folder)


def test_what_was_heard_is_on_the_disk(book):
    hear(book, light(1), light(2), proof=[Told("two", "proven", "It was red.")], left=True)
    record = again(book).records[TABLES_3.key]
    assert (record.pair, [one.number for one in record.lights]) == (TABLES_3, [1, 2])
    assert (record.proof, record.left) == ([Told("two", "proven", "It was red.")], True)


def test_a_light_that_is_sent_twice_is_noted_once(book):
    hear(book, light(1))
    _, is_news = hear(book, light(1))
    assert not is_news
    hear(book, light(1), light(2))
    assert numbers(book) == numbers(again(book)) == [1, 2]


def test_a_light_that_comes_too_early_is_refused_and_those_before_it_are_noted(book):
    with pytest.raises(Refused, match="light 4 of tables-3 came before the one in front of it"):
        hear(book, light(1), light(2), light(4))
    assert numbers(book) == numbers(again(book)) == [1, 2]


def test_who_was_lost_and_begins_anew_is_the_same_pair(book):
    hear(book, light(1), light(2))
    hear(book, light(1, history="b" * 12))
    assert numbers(book) == numbers(again(book)) == [1, 2, 1]


def test_a_name_belongs_to_whoever_came_first(book):
    hear(book)
    with pytest.raises(NameTaken, match="Tables-3 is somebody else's name in this room: take another one"):
        hear(book, light(1), pair=replace(TABLES_4, name="Tables-3"))
    assert list(again(book).records) == [TABLES_3.key]


def test_a_pair_may_change_its_mind_about_sharing(book):
    hear(book, light(1))
    hear(book, pair=replace(TABLES_3, shares=True))
    assert again(book).records[TABLES_3.key].pair.shares


def test_a_line_that_was_not_written_to_its_end_is_cut_off(book):
    hear(book, light(1), light(2))
    file = book.file_of(TABLES_3)
    os.truncate(file, file.stat().st_size - 5)
    book = again(book)
    assert numbers(book) == [1]
    hear(book, light(2), light(3))
    assert numbers(again(book)) == [1, 2, 3]


def test_a_file_without_a_whole_line_is_as_if_nobody_had_come(book):
    hear(book)
    os.truncate(book.file_of(TABLES_3), 5)
    assert again(book).records == {}


def test_a_record_that_cannot_be_read_takes_no_other_with_it(book):
    hear(book, light(1))
    hear(book, light(1), pair=TABLES_4)
    with book.file_of(TABLES_3).open("ab") as file:
        file.write(b"{}\n")
    book = again(book)
    assert list(book.records) == [TABLES_4.key]
    assert [fault.partition(".broken: ")[2] for fault in book.faults] == [
        "a line of which this workspace knows nothing"
    ]
    hear(book, light(1), light(2))
    assert numbers(again(book)) == [1, 2]


def test_if_the_disk_is_full_nothing_of_it_counts_as_heard(book, monkeypatch):
    hear(book, light(1))

    def full(_file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(the_book.os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        hear(book, light(2))
    monkeypatch.undo()
    assert numbers(book) == numbers(again(book)) == [1]
    hear(book, light(2))
    assert numbers(again(book)) == [1, 2]


def test_a_room_has_a_limited_number_of_pairs(book, monkeypatch):
    monkeypatch.setattr(the_book, "PAIRS", 1)
    hear(book)
    with pytest.raises(Refused, match="this room has 1 pairs: it takes no more"):
        hear(book, pair=TABLES_4)


def test_the_name_of_a_file_does_not_tell_the_key(book):
    hear(book)
    assert TABLES_3.key not in str(list(book.folder.iterdir()))
