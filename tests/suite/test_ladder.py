"""Step 52: hands in order, each in every order of its cards."""

from itertools import pairwise, permutations

import pytest
from rows import drives, guards


@pytest.mark.drives(52)
def test_cards_of_one_value_are_equal(poker):
    assert poker.card("6♣") == poker.card("6♥")


LADDER = [
    ("a royal flush", "A♠ K♠ Q♠ J♠ T♠", "A♥ K♥ Q♥ J♥ T♥"),
    ("a lower straight flush", "9♠ 8♠ 7♠ 6♠ 5♠"),
    ("four aces", "A♠ A♥ A♦ A♣ Q♠", "A♠ A♥ A♦ A♣ Q♣"),
    ("four aces with a worse kicker", "A♠ A♥ A♦ A♣ 4♠"),
    ("worse four of a kind", "K♠ K♥ K♦ K♣ A♠"),
    ("aces over threes", "A♠ A♥ A♦ 3♠ 3♥", "A♠ A♦ A♣ 3♥ 3♣"),
    ("aces over twos", "A♠ A♥ A♣ 2♦ 2♥"),
    ("kings over queens", "K♠ K♥ K♣ Q♦ Q♥"),
    ("an ace-high flush", "A♠ 9♠ 8♠ 4♠ 3♠", "A♦ 9♦ 8♦ 4♦ 3♦"),
    ("a flush with a worse fifth card", "A♠ 9♠ 8♠ 4♠ 2♠"),
    ("a flush with a worse fourth card", "A♠ 9♠ 8♠ 3♠ 2♠"),
    ("a flush with a worse third card", "A♠ 9♠ 6♠ 5♠ 2♠"),
    ("a flush with a worse second card", "A♠ 8♠ 7♠ 6♠ 5♠"),
    ("a king-high flush", "K♠ Q♠ J♠ T♠ 8♠"),
    ("an ace-high straight", "A♠ K♠ Q♠ J♠ T♥", "A♦ K♦ Q♦ J♦ T♠"),
    ("a king-high straight", "K♦ Q♥ J♠ T♣ 9♠"),
    ("three aces", "A♠ A♥ A♦ K♦ Q♠", "A♣ A♦ A♥ K♠ Q♠"),
    ("three aces with a worse second kicker", "A♠ A♥ A♦ K♦ T♠"),
    ("three aces with a worse kicker", "A♠ A♥ A♦ Q♦ J♦"),
    ("worse three of a kind", "3♠ 3♥ 3♦ A♠ K♦"),
    ("aces and threes", "A♠ A♥ 3♠ 3♦ 9♠", "A♣ A♥ 3♣ 3♠ 9♥"),
    ("aces and threes with a worse kicker", "A♠ A♥ 3♠ 3♦ 7♠"),
    ("kings and queens", "K♠ K♥ Q♠ Q♥ 9♠"),
    ("kings and jacks", "K♠ K♥ J♠ J♥ A♠"),
    ("a pair of aces", "A♠ A♣ K♠ Q♠ J♠", "A♥ A♣ K♥ Q♣ J♦"),
    ("aces with a worse third kicker", "A♠ A♣ K♠ Q♠ 2♠"),
    ("aces with a worse second kicker", "A♠ A♣ K♠ J♠ 5♠"),
    ("aces with a worse kicker", "A♠ A♣ Q♠ J♠ T♠"),
    ("a pair of kings", "K♠ K♥ A♥ J♥ 6♣"),
    ("ace high", "A♥ 9♠ 8♠ 4♠ 3♠", "A♣ 9♦ 8♦ 4♦ 3♣"),
    ("ace high with a worse fifth card", "A♥ 9♠ 8♠ 4♠ 2♠"),
    ("ace high with a worse fourth card", "A♥ 9♠ 8♠ 3♠ 2♠"),
    ("ace high with a worse third card", "A♥ 9♠ 6♠ 5♠ 2♠"),
    ("ace high with a worse second card", "A♥ 8♠ 7♠ 6♠ 5♠"),
    ("king high", "K♥ Q♠ J♠ T♠ 8♠"),
]

TIES = [drives(52, f"{name}: suits break no tie", *hands) for name, *hands in LADDER if len(hands) == 2]


@pytest.mark.parametrize(("hand", "tied"), TIES)
def test_hands_that_differ_in_suits_tie(poker, hand, tied):
    assert poker.hand(poker.cards(hand)) == poker.hand(poker.cards(tied)), f"{hand} should equal {tied}"


KICKERS = [
    drives(52, "a last kicker counts before the suits of a pair", "8♠ 8♥ A♦ K♣ 3♥", "8♦ 8♣ A♠ K♥ 2♠"),
    drives(52, "a last kicker counts before the suits of high cards", "A♣ K♥ Q♦ J♣ 9♥", "A♦ K♠ Q♥ J♦ 8♣"),
]


@pytest.mark.parametrize(("stronger", "weaker"), KICKERS)
def test_kickers_count_and_suits_do_not(poker, stronger, weaker):
    left = poker.hand(poker.cards(stronger))
    right = poker.hand(poker.cards(weaker))
    assert left > right, f"{stronger} should beat {weaker}"


NEXT = [
    guards(52, f"the ladder: {upper[0]} over {lower[0]}", upper[1], lower[1])
    for upper, lower in pairwise(LADDER)
]


@pytest.mark.parametrize(("stronger", "weaker"), NEXT)
def test_each_rung_beats_the_next(poker, stronger, weaker):
    left = poker.hand(poker.cards(stronger))
    right = poker.hand(poker.cards(weaker))
    assert left > right, f"{stronger} should beat {weaker}"


ORDERS = [guards(52, f"{name}: no order of the cards matters", hands) for name, *hands in LADDER]


@pytest.mark.parametrize("hands", ORDERS)
def test_no_order_of_the_cards_matters(poker, hands):
    for hand in hands:
        first, *others = [poker.hand(order) for order in permutations(poker.cards(hand))]
        assert all(other == first for other in others), hand
