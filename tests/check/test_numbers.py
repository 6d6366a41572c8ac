"""The numbers of the tables, all thirteen: each is the smallest one that keeps all sums of seven apart."""

import runpy
from itertools import islice

from katas.poker import story
from katas.poker.find_numbers import numbers


def test_the_search_finds_all_numbers_of_the_tables():
    tables = runpy.run_path(str(story().step(71).module))
    assert list(islice(numbers(), 13)) == list(tables["NUMBERS"].values())
