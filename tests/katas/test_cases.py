"""The black-box cases of the katas: right, one rule each, and together they see every fault."""

import re
from functools import cache

import pytest
from helpers import TOP

from dojo.story.workspace import Workspace
from katas.cases import KATAS, OUR_STORIES, ROMAN

EACH = pytest.mark.parametrize("tried", KATAS, ids=lambda tried: tried.name)
FAULTS = [
    pytest.param(tried, case, code, id=f"{tried.name} {row} {case}")
    for tried in KATAS
    for row, (case, code) in enumerate(tried.faults)
]
SAMPLE = "the sample of the statement"


def test_every_kata_with_cases_is_looked_at():
    ours = [kata for story, kata in Workspace(TOP).katas if story.name in OUR_STORIES]
    assert sorted(kata.name for kata in ours if kata.cases) == [tried.name for tried in KATAS]


@EACH
def test_the_files_come_in_pairs_and_are_called_by_a_number_and_a_rule(tried):
    files = sorted(file.name for file in tried.cases[0].file.parent.iterdir())
    ends = {case.file.stem: (".in", ".out", *[".err"][: len(case.complaints)]) for case in tried.cases}
    assert files == sorted(f"{stem}{end}" for stem, own in ends.items() for end in own)
    assert [stem[:3] for stem in ends] == [f"{n:02}-" for n in range(1, len(ends) + 1)]
    assert [stem for stem in ends if not re.fullmatch(r"\d\d-[a-z]+(-[a-z]+)*", stem)] == []


@EACH
def test_what_has_to_come_ends_each_line_with_a_line_feed(tried):
    printing = [case for case in tried.cases if case.expected or not case.complaints]
    assert [case.rule for case in printing if not re.fullmatch(r"([^\r\n]*\n)+", case.expected)] == []


@EACH
def test_a_right_program_passes_every_case(tried):
    """That one does so that is started as a program is one of the slow checks, beside the starters."""
    passed = zip(tried.cases, tried.passed(tried.program), strict=True)
    assert [case.rule for case, fine in passed if not fine] == []


@pytest.mark.parametrize(("tried", "case", "code"), FAULTS)
def test_a_fault_fails_the_case_made_for_it(tried, case, code):
    assert tried.passed(code)[tried.named(case)] is False


ONE_DECK = ["three_without_kickers", "three_without_the_last_kicker", "four_without_the_kicker"]
"""Ten cards of one deck have no two hands with the same three or four of a kind."""
SUITS = "suits_are_kept_as_letters"  # a suit is nothing that is printed
NOT_SEEN = {
    # a case takes any line ends, and a last line with and without one; and it is UTF-8
    "holdem": [SUITS, "line_ends_of_unix", "a_line_end_at_the_end", "bytes_are_replaced"],
    # the program does not ask who wins
    "ladder": [SUITS, "a_draw_is_lost", "left_hand_wins_in_a_ranking"],
    "two_hands": [SUITS, *ONE_DECK],
    "deals": [SUITS, *ONE_DECK, "full_house_without_the_pair"],
    # a line is a number or a numeral: a sign before a number is none, and an empty line is neither
    "roman": ["nothing_below_zero", "nothing_is_zero"],
}
"""What breaks a rule, and no program shows it in a case."""


@EACH
def test_a_case_catches_each_mutant_that_breaks_a_rule_of_the_kata(tried):
    passing = [mutant.name for mutant in tried.breaking if all(tried.passed(mutant.whole))]
    assert sorted(passing) == sorted(NOT_SEEN[tried.name])


@cache
def caught(tried):
    """For each case, whether each fault and each mutant passes it."""
    codes = [*(code for _, code in tried.faults), *(mutant.whole for mutant in tried.breaking)]
    cells = zip(*map(tried.passed, codes), strict=True)
    return {case.rule: cell for case, cell in zip(tried.cases, cells, strict=True)}


@EACH
def test_each_case_catches_a_fault_and_no_two_the_same_ones(tried):
    assert [rule for rule, cells in caught(tried).items() if all(cells)] == []
    assert len(set(caught(tried).values())) == len(tried.cases)


def test_each_case_of_roman_is_needed():
    """Without it a fault is seen by none of the others, but for the sample, which has a little of all."""
    seen = {rule: cells for rule, cells in caught(ROMAN).items() if not rule.endswith(SAMPLE)}
    alone = [[rule for rule, fine in zip(seen, column) if not fine] for column in zip(*seen.values())]
    assert [rule for rule in seen if [rule] not in alone] == []
