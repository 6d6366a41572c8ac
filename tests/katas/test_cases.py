"""The black-box cases of the katas: right, one rule each, and together they see every fault."""

import re
import sys
from functools import cache

import pytest
from helpers import FOR_EVER, TOP

from dojo.accept.report import row
from dojo.sandbox.program import feed
from dojo.story.workspace import Workspace
from katas.cases import HOLDEM, KATAS, OUR_STORIES, ROMAN

EACH = pytest.mark.parametrize("tried", KATAS, ids=lambda tried: tried.name)
FAULTS = [
    pytest.param(tried, *row.values, id=f"{tried.name}: {row.id}") for tried in KATAS for row in tried.faults
]
SAMPLE = "the sample of the statement"


def test_every_kata_with_cases_is_looked_at():
    ours = [kata for story, kata in Workspace(TOP).katas if story.name in OUR_STORIES]
    assert sorted(kata.name for kata in ours if kata.cases) == [tried.name for tried in KATAS]


@EACH
def test_the_numbers_have_no_gap(tried):
    numbers = [case.file.name[:3] for case in tried.cases]
    assert numbers == [f"{n:02}-" for n in range(1, len(numbers) + 1)]


@EACH
def test_the_files_come_in_pairs_and_are_called_by_a_rule(tried):
    files = sorted(file.name for file in tried.cases[0].file.parent.iterdir())
    ends = {case.file.stem: (".in", ".out", *[".err"][: len(case.complaints)]) for case in tried.cases}
    assert files == sorted(f"{stem}{end}" for stem, own in ends.items() for end in own)
    assert [name for name in files if not re.fullmatch(r"\d\d-[a-z]+(-[a-z]+)*\.(in|out|err)", name)] == []


@EACH
def test_what_has_to_come_ends_each_line_with_a_line_feed(tried):
    printing = [case for case in tried.cases if case.expected or not case.complaints]
    assert [case.rule for case in printing if not re.fullmatch(r"([^\r\n]*\n)+", case.expected)] == []


@EACH
def test_a_right_program_passes_every_case(tried):
    """That one does so that is started as a program is one of the slow checks, beside the starters."""
    passed = zip(tried.cases, tried.passed(tried.program), strict=True)
    assert [case.rule for case, fine in passed if not fine] == []


@pytest.mark.parametrize(("tried", "rule", "old", "new"), FAULTS)
def test_a_fault_fails_the_case_made_for_it(tried, rule, old, new):
    results = dict(zip(tried.cases, tried.passed(tried.planted(old, new)), strict=True))
    assert results[tried.named(rule)] is False


@pytest.mark.parametrize("tried", [HOLDEM, ROMAN], ids=lambda tried: tried.name)
def test_the_case_that_fails_says_its_rule(tried, tmp_path):
    rule, old, new = tried.faults[0].values
    program = tmp_path / "program.py"
    program.write_text(tried.planted(old, new), encoding="utf-8")
    case = tried.named(rule)
    outcome = feed(case.file, case.expected, [sys.executable, str(program)], tmp_path, limit=FOR_EVER)
    assert outcome.colour == "red"
    assert f"{rule.replace('-', ' ')}: " in row(case, outcome).plain


ONE_DECK = "one deck has no two hands with the same three or four of a kind"
NOT_SEEN = {
    "holdem": {
        "suits_are_kept_as_letters": "a suit is nothing that is printed",
        "line_ends_of_unix": "a case takes any line ends",
        "a_line_end_at_the_end": "a case takes a last line with and without one",
        "bytes_are_replaced": "a case is UTF-8",
    },
    "ladder": {
        "suits_are_kept_as_letters": "a suit is nothing that is printed",
        "a_draw_is_lost": "the program does not ask who wins",
        "left_hand_wins_in_a_ranking": "the program does not ask who wins",
    },
    "two_hands": {
        "suits_are_kept_as_letters": "a suit is nothing that is printed",
        "three_without_kickers": ONE_DECK,
        "three_without_the_last_kicker": ONE_DECK,
        "four_without_the_kicker": ONE_DECK,
    },
    "deals": {
        "suits_are_kept_as_letters": "a suit is nothing that is printed",
        "three_without_kickers": ONE_DECK,
        "three_without_the_last_kicker": ONE_DECK,
        "four_without_the_kicker": ONE_DECK,
        "full_house_without_the_pair": ONE_DECK,
    },
    "roman": {
        "nothing_below_zero": "a line is a number or a numeral, and a sign before a number is none",
        "nothing_is_zero": "an empty line is neither a number nor a numeral",
    },
}
"""What breaks a rule, and no program shows it in a case: why."""


@EACH
def test_a_case_catches_each_mutant_that_breaks_a_rule_of_the_kata(tried):
    passing = {mutant.name for mutant in tried.breaking if all(tried.passed(mutant.whole))}
    assert passing == NOT_SEEN.get(tried.name, {}).keys()


@cache
def caught(tried):
    """For each case the faults that it catches."""
    columns = [tried.passed(tried.planted(*row.values[1:])) for row in tried.faults]
    columns += [tried.passed(mutant.whole) for mutant in tried.breaking]
    cells = zip(*columns, strict=True)
    return {case.rule: cell for case, cell in zip(tried.cases, cells, strict=True)}


@EACH
def test_each_case_catches_a_fault(tried):
    assert [rule for rule, cells in caught(tried).items() if all(cells)] == []


@EACH
def test_no_two_cases_catch_the_same_faults(tried):
    assert len(set(caught(tried).values())) == len(tried.cases)


def test_each_case_of_roman_is_needed():
    """Without it a fault is seen by none of the others, but for the sample, which has a little of all."""
    seen = {rule: cells for rule, cells in caught(ROMAN).items() if not rule.endswith(SAMPLE)}
    alone = [[rule for rule, fine in zip(seen, column) if not fine] for column in zip(*seen.values())]
    assert [rule for rule in seen if [rule] not in alone] == []
