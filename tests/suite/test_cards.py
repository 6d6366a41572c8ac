"""Chapters 1 and 2: a card is worth its value, and keeps its suit."""

import pytest
from rows import drives, guards


@pytest.mark.drives(1)
def test_a_card_equals_itself(poker):
    assert poker.card("6♣") == poker.card("6♣")


VALUES = [
    drives(2, "a six beats a five", "6♣", "5♠"),
]


@pytest.mark.parametrize(("higher", "lower"), VALUES)
def test_cards_compare_by_value(poker, higher, lower):
    assert poker.card(higher) > poker.card(lower), f"{higher} should beat {lower}"
