"""The hands on the page of slips show what the page says: each slip is planted, and given its hands."""

import re
from typing import NamedTuple

import pytest
from helpers import TOP

from dojo.story.mutants import read_mutants
from katas.cases import load
from katas.poker import story

PAGE = (TOP / "katas" / "poker" / "slips.md").read_text("utf-8")
MUTANTS = {mutant.name: mutant for mutant in read_mutants(story())}


class Label(NamedTuple):
    """A hand, and what a slip calls it."""

    slip: str
    hand: str
    label: str


LABELS = [
    Label("kings_over_nines_are_a_straight", "K♣ 9♠ K♠ K♦ 9♦", "Straight"),
    Label("kings_over_nines_are_a_straight", "7♠ 7♥ A♦ 5♣ 3♥", "Straight"),
    Label("kings_over_nines_are_a_straight", "6♠ 6♥ 9♦ 8♣ 5♥", "Pair"),
    Label("only_the_wheel_is_a_straight", "6♠ 5♦ 4♣ 3♦ 2♥", "High Card"),
    Label("two_pairs", "2♦ 2♣ 3♣ 3♠ 4♥", "Two Pairs"),
    Label("no_wheel", "5♦ 4♦ 3♣ 2♦ A♥", "High Card"),
    Label("no_wheel_in_one_suit", "5♥ 4♥ 3♥ 2♥ A♥", "Flush"),
]


@pytest.mark.parametrize("shown", LABELS, ids=[f"{slip}-{hand}" for slip, hand, _ in LABELS])
def test_a_hand_of_the_page_is_called_what_the_page_says(shown):
    poker = load(MUTANTS[shown.slip].whole)
    assert str(poker.hand(poker.cards(shown.hand))) == shown.label
    assert f"`{shown.hand}`" in PAGE


class Comparison(NamedTuple):
    """Two hands, and how the left one fares with a slip and by the rules."""

    slip: str
    left: str
    right: str
    with_slip: str
    by_the_rules: str


COMPARISONS = [
    Comparison("suits_break_ties", "8♠ 8♥ A♦ K♣ 3♥", "8♦ 8♣ A♠ K♥ 2♠", "lose", "win"),
    Comparison("compared_from_the_highest_card", "5♥ 4♦ 3♥ 3♣ 2♥", "7♦ 5♥ 3♦ 2♠ 2♦", "lose", "win"),
    Comparison("left_hand_wins_in_a_ranking", "A♠ K♥ 4♦ 3♣ 2♥", "A♠ Q♥ J♦ T♣ 8♥", "win", "win"),
    Comparison("left_hand_wins_in_a_ranking", "A♠ Q♥ J♦ T♣ 8♥", "A♠ K♥ 4♦ 3♣ 2♥", "win", "lose"),
    Comparison("each_value_once", "5♥ 4♦ 3♥ 3♣ 2♥", "7♦ 5♥ 3♦ 2♠ 2♦", "lose", "win"),
    Comparison("suits_break_the_last_tie", "A♠ K♠ Q♠ J♠ T♠", "A♥ K♥ Q♥ J♥ T♥", "win", "draw"),
    Comparison("wheel_counts_its_ace_high", "5♦ 4♦ 3♣ 2♦ A♥", "6♠ 5♦ 4♣ 3♦ 2♥", "win", "lose"),
    Comparison("wheel_in_one_suit_ace_high", "5♥ 4♥ 3♥ 2♥ A♥", "6♥ 5♥ 4♥ 3♥ 2♥", "win", "lose"),
    Comparison("first_equal_values_draw", "A♠ K♥ 4♦ 3♣ 2♥", "A♠ Q♥ J♦ T♣ 8♥", "draw", "win"),
    Comparison("ace_always_low", "A♥ T♥ 5♥ 4♥ 3♥", "K♥ Q♥ J♥ T♥ 8♥", "lose", "win"),
]


@pytest.mark.parametrize("shown", COMPARISONS, ids=[f"{shown.slip}-{shown.left}" for shown in COMPARISONS])
def test_two_hands_of_the_page_compare_wrongly_with_the_slip(shown):
    right, wrong = story().step(92).code, MUTANTS[shown.slip].whole
    found = [load(code).compare(shown.left, shown.right) for code in (wrong, right)]
    assert found == [shown.with_slip, shown.by_the_rules]
    hands = {shown.left, shown.right}
    assert any(hands <= {*re.findall("`([^`]+)`", row)} for row in PAGE.splitlines())
