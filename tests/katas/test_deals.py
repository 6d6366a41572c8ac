"""The thousand deals: whoever gets a rule wrong counts another number of wins."""

import random
import runpy

import pytest
from helpers import TOP

from katas.cases import DEALS, FINISHED, load

MAKER = runpy.run_path(str(TOP / "katas" / "deals" / "make_deals.py"))
GAME = DEALS.kata.sample.read_text(encoding="utf-8").splitlines()
# Ten cards of one deck have no two hands with the same three or four of a kind.
LEFT_OUT = {"three_without_kickers", "three_without_the_last_kicker", "four_without_the_kicker"}
LEFT_OUT |= {"full_house_without_the_pair"}
# What is wrong is not how many deals are won.
LEFT_OUT |= {"suits_are_kept_as_letters", "an_empty_line_at_the_end", "complaints_on_standard_output"}
LEFT_OUT |= {"a_fault_is_no_failure"}
# All lines of the game are deals.
LEFT_OUT |= {"a_blank_line_is_a_deal", "a_card_and_more", "a_card_on_both_sides", "a_faulty_deal_is_skipped"}
LEFT_OUT |= {"the_same_card_twice", "what_is_no_card_is_skipped"}


def counted(code, lines):
    """How many deals the left hand wins, or with which error it ends."""
    try:
        return load(code).left_wins(lines)
    except Exception as error:
        return type(error).__name__


@pytest.fixture(scope="module")
def right():
    return counted(FINISHED, GAME)


@pytest.mark.parametrize("mutant", DEALS.breaking, ids=lambda mutant: mutant.name)
def test_a_wrong_evaluator_counts_another_number_but_for_those_that_no_deal_can_show(right, mutant):
    assert (counted(mutant.whole, GAME) == right) == (mutant.name in LEFT_OUT)


def test_a_file_of_random_deals_lets_some_pass():
    (wrong,) = (mutant for mutant in DEALS.breaking if mutant.name == "no_wheel_in_one_suit")
    dice = random.Random(2012)
    lines = [" ".join(dice.sample(MAKER["DECK"], 10)) for _ in range(1000)]
    assert counted(wrong.whole, lines) == counted(FINISHED, lines)


def test_each_deal_that_one_thing_decides_is_won_by_the_left_hand_and_is_among_the_thousand():
    decided = list(MAKER["decided"](random.Random(1)))
    assert counted(FINISHED, decided) == len(decided)
    assert {frozenset(line.split()) for line in decided} <= {frozenset(line.split()) for line in GAME}
