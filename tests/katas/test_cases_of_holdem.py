"""The black-box cases of holdem: what the suite says of its hands, they say too."""

import sys

import pytest
from helpers import TOP

from dojo.runner.collect import unload_after
from katas.cases import HOLDEM
from katas.poker import story

with unload_after(story()):  # a copy of the suite has files of the same names
    sys.path.append(str(TOP / "tests" / "suite"))
    from test_best import SEVENS, SEVENS_IN_ORDER
    from test_program import GAME, MARKED_GAME, MARKS


def marks(case):
    """The input of a case, line by line, with its marks."""
    fed, printed = case.given.splitlines(), case.expected.splitlines()
    return {old: new.removeprefix(old).strip() for old, new in zip(fed, printed, strict=True)}


IN_CASES = [marks(case) for case in HOLDEM.cases]


@pytest.mark.parametrize(("stronger", "weaker"), SEVENS_IN_ORDER)
def test_each_pair_of_sevens_of_the_suite_is_in_a_case(stronger, weaker):
    wins = {stronger: True, weaker: False}
    found = [{line: mark.endswith(" (winner)") for line, mark in case.items()} for case in IN_CASES]
    assert [won for won in found if wins.items() <= won.items()]


def test_what_a_case_takes_from_the_tables_of_the_suite_has_the_label_that_they_say():
    labels = dict(row.values for row in SEVENS)
    in_cases = {line: mark for case in IN_CASES for line, mark in case.items() if line in labels}
    assert len(in_cases) == 12
    assert [line for line, mark in in_cases.items() if mark.removesuffix(" (winner)") != labels[line]] == []


def test_the_example_is_the_one_of_the_suite():
    example = HOLDEM.cases[HOLDEM.named("the-example-of-the-statement")]
    assert (example.given, example.expected) == (GAME, MARKED_GAME)


def test_marks_that_a_case_takes_from_the_suite_are_those_of_the_suite():
    rows = [dict(zip(*row.values, strict=True)) for row in MARKS]
    same = [(row, case) for row in rows for case in IN_CASES if row and row.keys() == case.keys()]
    assert len(same) == 4
    assert [pair for pair in same if pair[0] != pair[1]] == []
