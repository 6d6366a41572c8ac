"""Pairs and lights for a room."""

from dataclasses import replace

import pytest

from dojo.protocol.record import Pair
from dojo.protocol.report import Report
from dojo.room.book import Book

TABLES_3 = Pair("3" * 32, "tables-3", "fizz")
TABLES_4 = Pair("4" * 32, "tables-4", "fizz")
FIRST = Report("a" * 12, 1, 1000.0, "next", "red", 1, 2, "two is said")


def light(number, **other):
    return replace(FIRST, **{"number": number, "when": 1000.0 + number, **other})


@pytest.fixture
def book(tmp_path):
    return Book.opened(tmp_path / "pairs")
