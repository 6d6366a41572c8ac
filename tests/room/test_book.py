"""What a room has heard: nothing is lost, nothing is doubled; test_server.py says who gets which answer."""

import os
from dataclasses import replace

import pytest

from dojo.protocol.fields import Refused
from dojo.protocol.record import Told
from dojo.room import book as the_book
from dojo.room.book import Book
from room.conftest import TABLES_3, TABLES_4, light


def hear(book, *lights, pair=TABLES_3, proof=None, left=False):
    return book.hear(pair, lights, proof, left=left)


def again(book):
    """The same book, from the disk."""
    return Book.opened(book.folder)


def numbers(book):
    """The lights of a pair, which are the same on the disk."""
    here, there = (
        [light.number for light in one.records[TABLES_3.key].lights] for one in (book, again(book))
    )
    assert here == there
    return here


def test_what_was_heard_is_on_the_disk_and_a_pair_may_change_its_mind_about_sharing(book):
    proof = [Told("two", "proven", "It was red.")]
    hear(book, light(1), light(2), proof=proof, left=True)
    sharing = replace(TABLES_3, shares=True)
    for pair in (TABLES_3, sharing):
        hear(book, pair=pair, left=True)
        record = again(book).records[TABLES_3.key]
        assert (record.pair, [one.number for one in record.lights]) == (pair, [1, 2])
        assert (record.proof, record.left) == (proof, True)


def test_a_light_is_noted_once_and_not_before_the_one_in_front_of_it(book):
    assert hear(book, light(1))[1]
    assert not hear(book, light(1))[1]
    with pytest.raises(Refused, match="light 4 of tables-3 came before the one in front of it"):
        hear(book, light(1), light(2), light(4))
    assert numbers(book) == [1, 2]


def test_a_line_that_was_not_written_to_its_end_is_cut_off(book):
    hear(book, light(1), light(2))
    file = book.file_of(TABLES_3)
    os.truncate(file, file.stat().st_size - 5)
    book = again(book)
    assert numbers(book) == [1]
    hear(book, light(2), light(3))
    assert numbers(book) == [1, 2, 3]
    os.truncate(file, 5)  # without a whole line it is as if nobody had come
    assert again(book).records == {}


def test_a_record_that_cannot_be_read_takes_no_other_with_it(book):
    hear(book, light(1))
    hear(book, light(1), pair=TABLES_4)
    with book.file_of(TABLES_3).open("ab") as file:
        file.write(b"{}\n")
    book = again(book)
    assert list(book.records) == [TABLES_4.key]
    (fault,) = book.faults
    assert fault.endswith(".broken: a line of which this workspace knows nothing")
    hear(book, light(1), light(2))
    assert numbers(book) == [1, 2]


def test_if_the_disk_is_full_nothing_of_it_counts_as_heard(book, monkeypatch):
    def full(_file):
        raise OSError(28, "No space left on device")

    hear(book, light(1))
    monkeypatch.setattr(the_book.os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        hear(book, light(2))
    monkeypatch.undo()
    assert numbers(book) == [1]
    hear(book, light(2))
    assert numbers(book) == [1, 2]


def test_a_room_has_a_limited_number_of_pairs_and_no_file_tells_a_key(book, monkeypatch):
    monkeypatch.setattr(the_book, "PAIRS", 1)
    hear(book)
    with pytest.raises(Refused, match="this room has 1 pairs: it takes no more"):
        hear(book, pair=TABLES_4)
    assert TABLES_3.key not in str(list(book.folder.iterdir()))
