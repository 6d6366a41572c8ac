"""Chapters 1 and 2: a card is worth its value, and keeps its suit."""

import pytest
from rows import drives, guards


@pytest.mark.drives(1)
def test_a_card_equals_itself(poker):
    assert poker.card("6♣") == poker.card("6♣")


VALUES = [
    drives(2, "a six beats a five", "6♣", "5♠"),
    drives(4, "a jack beats a ten", "J♣", "T♣"),
    drives(4, "an ace beats a king", "A♣", "K♣"),
    drives(4, "a king beats a queen", "K♣", "Q♣"),
]


@pytest.mark.parametrize(("higher", "lower"), VALUES)
def test_cards_compare_by_value(poker, higher, lower):
    assert poker.card(higher) > poker.card(lower), f"{higher} should beat {lower}"


DECKS = [
    guards(5, "digits sort", "7♣ 2♣ 9♣ 4♣ 6♣ 3♣ 8♣ 5♣", "2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣"),
    guards(5, "a shuffled deck sorts", "A♣ 2♣ T♣ K♣ 9♣ Q♣ J♣", "2♣ 9♣ T♣ J♣ Q♣ K♣ A♣"),
]


@pytest.mark.parametrize(("shuffled", "in_order"), DECKS)
def test_cards_sort(poker, shuffled, in_order):
    assert " ".join(sorted(shuffled.split(), key=poker.card)) == in_order


SUITS = [
    drives(7, "clubs are read", "A♣", "♣"),
    drives(7, "diamonds are read", "A♦", "♦"),
    drives(7, "hearts are read", "A♥", "♥"),
    drives(7, "spades are read", "A♠", "♠"),
]


@pytest.mark.parametrize(("card", "suit"), SUITS)
def test_a_card_keeps_its_suit(poker, card, suit):
    assert poker.card(card).suit == suit
