"""The black-box cases of the katas: one rule each, and together they see every fault; and the thousand deals.

That the finished step passes each of them, law 7 says.
"""

import random
import re
import runpy

import pytest
from helpers import TOP

from katas.cases import KATAS, OURS, breaking, load, passed, sample_of

EACH = pytest.mark.parametrize("name", KATAS)


@EACH
def test_the_files_come_in_pairs_and_are_called_by_a_number_and_a_rule(name):
    cases = OURS[name][1].cases
    files = sorted(file.name for file in cases[0].file.parent.iterdir())
    ends = {case.file.stem: (".in", ".out", *[".err"][: len(case.complaints)]) for case in cases}
    assert files == sorted(f"{stem}{end}" for stem, own in ends.items() for end in own)
    assert [stem[:3] for stem in ends] == [f"{n:02}-" for n in range(1, len(ends) + 1)]
    assert [stem for stem in ends if not re.fullmatch(r"\d\d-[a-z]+(-[a-z]+)*", stem)] == []
    printing = [case for case in cases if case.expected or not case.complaints]
    assert [case.rule for case in printing if not re.fullmatch(r"([^\r\n]*\n)+", case.expected)] == []


ONE_DECK = ["three_without_kickers", "three_without_the_last_kicker", "four_without_the_kicker"]
"""Ten cards of one deck have no two hands with the same three or four of a kind."""
SUITS = "suits_are_kept_as_letters"  # a suit is nothing that is printed
NOT_SEEN = {
    # a case takes any line ends, and a last line with and without one; and it is UTF-8
    "holdem": [
        SUITS,
        "line_ends_of_unix",
        "a_line_end_at_the_end",
        "bytes_are_replaced",
        "bytes_are_half_characters",
    ],
    # the program does not ask who wins
    "ladder": [SUITS, "a_draw_is_lost", "left_hand_wins_in_a_ranking"],
    "two_hands": [SUITS, *ONE_DECK],
    "deals": [SUITS, *ONE_DECK, "full_house_without_the_pair"],
    # a line is a number or a numeral: a sign before a number is none, and an empty line is neither
    "roman": ["nothing_below_zero", "nothing_is_zero"],
    # a number is printed as its text is; a line end at the end may be there or not
    "fizzbuzz": ["a_number_is_no_text"],
    # a mission has one rover
    "rover": ["rovers_share_a_place"],
    # a program has its dice from a line, and nobody sees them afterwards
    "yatzy": ["dice_are_sorted_in_place"],
}
"""What breaks a rule, and no program shows it in a case."""


FAULTS = {
    "deals": ('replace(BYTE_ORDER_MARK, " ").split():\n', 'strip().split(" "):\n'),
    "fizzbuzz": ('(3, "Fizz"),', '(3, "fizz"),'),
    "holdem": ("dealt, 5", "sorted(dealt)[1:], 5"),
    "ladder": ("strip() for line in lines]", "strip() for line in lines if line.strip()]"),
    "roman": ("line.strip()", '"".join(line.split())'),
    "rover": ('"l": -1', '"l": 1'),
    "two_hands": ("if black and white:", 'if (black + white).replace(" ", "").isalpha():'),
    "yatzy": (
        "if category not in CARD:\n",
        "category = max([n for n in CARD if n.startswith(category)], default='')\n    if not category:\n",
    ),
}
"""Of each kata, what to plant in the finished step: no mutant tells two of its cases apart, and this does."""


@EACH
def test_each_mutant_that_breaks_a_rule_is_caught_and_no_two_cases_are_alike(name):
    story, kata = OURS[name]
    old, new = FAULTS[name]
    code = story.designs[0].code
    assert code.count(old) == 1
    rows = {mutant.name: passed(name, mutant.whole) for mutant in breaking(name)}
    assert sorted(mutant for mutant, row in rows.items() if all(row)) == sorted(NOT_SEEN[name])
    cells = [*zip(passed(name, code.replace(old, new)), *rows.values(), strict=True)]
    assert [case.rule for case, passing in zip(kata.cases, cells, strict=True) if all(passing)] == []
    alike = [case.rule for case, passing in zip(kata.cases, cells, strict=True) if cells.count(passing) > 1]
    assert alike == []


MAKER = runpy.run_path(str(TOP / "katas" / "deals" / "make_deals.py"))
GAME = sample_of("deals").splitlines()
LEFT_OUT = {*NOT_SEEN["deals"]}
# What is wrong is not how many deals are won.
LEFT_OUT |= {"an_empty_line_at_the_end", "complaints_on_standard_output", "a_fault_is_no_failure"}
# All lines of the game are deals.
LEFT_OUT |= {"a_blank_line_is_a_deal", "a_card_and_more", "a_card_on_both_sides", "a_faulty_deal_is_skipped"}
LEFT_OUT |= {"the_same_card_twice", "what_is_no_card_is_skipped"}


def counted(code, lines):
    """How many deals the left hand wins, or with which error it ends."""
    try:
        return load(code).left_wins(lines)
    except Exception as error:
        return type(error).__name__


def test_of_the_thousand_deals_a_wrong_evaluator_counts_another_number():
    right = counted(OURS["deals"][0].designs[0].code, GAME)
    same = {mutant.name for mutant in breaking("deals") if counted(mutant.whole, GAME) == right}
    assert same == LEFT_OUT


def test_each_deal_that_one_thing_decides_is_won_by_the_left_hand():
    decided = list(MAKER["decided"](random.Random(1)))
    assert counted(OURS["deals"][0].designs[0].code, decided) == len(decided)
    assert {frozenset(line.split()) for line in decided} <= {frozenset(line.split()) for line in GAME}
