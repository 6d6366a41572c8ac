"""The thousand deals: whoever gets a rule wrong counts another number of wins."""

import random
import runpy
import sys
from types import ModuleType

import pytest
from helpers import TOP

from katas.cases import DEALS, FINISHED

MAKER = runpy.run_path(str(TOP / "katas" / "deals" / "make_deals.py"))
GAME = DEALS.kata.sample.read_text(encoding="utf-8").splitlines()
ONE_DECK = {
    "three_without_kickers",
    "three_without_the_last_kicker",
    "four_without_the_kicker",
    "full_house_without_the_pair",
}
"""Ten cards of one deck have no two hands with the same three or four of a kind."""
NOT_OF_THE_COUNT = {
    "suits_are_kept_as_letters",
    "an_empty_line_at_the_end",
    "complaints_on_standard_output",
    "a_fault_is_no_failure",
}
"""What is wrong is not how many deals are won."""
OF_FAULTY_LINES = {
    "a_blank_line_is_a_deal",
    "a_card_and_more",
    "a_card_on_both_sides",
    "a_faulty_deal_is_skipped",
    "the_same_card_twice",
    "what_is_no_card_is_skipped",
}
"""All lines of the game are deals."""
SHOWN = [
    pytest.param(mutant.whole, id=mutant.name)
    for mutant in DEALS.breaking
    if mutant.name not in ONE_DECK | NOT_OF_THE_COUNT | OF_FAULTY_LINES
]


def counted(code, lines):
    """How many deals the left hand wins, or with which error it ends."""
    module = sys.modules["tried"] = ModuleType("tried")
    try:
        exec(compile(code, "tried.py", "exec"), module.__dict__)
        return module.left_wins(lines)
    except Exception as error:
        return type(error).__name__
    finally:
        del sys.modules["tried"]


@pytest.fixture(scope="module")
def right():
    return counted(FINISHED, GAME)


@pytest.mark.parametrize("code", SHOWN)
def test_a_wrong_evaluator_counts_another_number(right, code):
    assert counted(code, GAME) != right


def test_those_that_are_left_out_count_the_same_and_no_others(right):
    left_out = {mutant.name for mutant in DEALS.breaking if counted(mutant.whole, GAME) == right}
    assert left_out == ONE_DECK | NOT_OF_THE_COUNT | OF_FAULTY_LINES


def test_a_file_of_random_deals_lets_some_pass():
    dice = random.Random(2012)
    lines = [" ".join(dice.sample(MAKER["DECK"], 10)) for _ in range(1000)]
    same = {row.id for row in SHOWN if counted(*row.values, lines) == counted(FINISHED, lines)}
    assert "no_wheel_in_one_suit" in same


def test_each_deal_that_one_thing_decides_is_won_by_the_left_hand():
    decided = list(MAKER["decided"](random.Random(1)))
    assert counted(FINISHED, decided) == len(decided)


def test_all_of_them_are_among_the_thousand():
    first = [" ".join(sorted(line.split())) for line in MAKER["decided"](random.Random(1))]
    game = [" ".join(sorted(line.split())) for line in GAME]
    assert set(first) <= set(game)
