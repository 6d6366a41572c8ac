"""Chapter 6: what a hand is called."""

import pytest
from rows import drives, guards

LABELS = [
    drives(36, "high card", "6♣ 4♦ A♣ 3♠ K♠", "High Card"),
    drives(36, "pair", "5♥ 2♦ 3♥ 4♦ 2♥", "Pair"),
    drives(37, "two pair", "2♦ 2♣ 3♣ 3♠ 4♥", "Two Pair"),
    drives(37, "three of a kind", "2♦ 2♣ 2♠ 3♥ 4♦", "Three of a Kind"),
    drives(37, "straight", "6♠ 5♦ 4♣ 3♦ 2♥", "Straight"),
    drives(37, "flush", "6♥ 4♥ 3♥ 2♥ A♥", "Flush"),
    drives(37, "full house", "2♦ 2♠ 2♥ 3♣ 3♦", "Full House"),
    drives(37, "four of a kind", "2♦ 2♠ 2♥ 2♣ 3♦", "Four of a Kind"),
    drives(37, "straight flush", "6♥ 5♥ 4♥ 3♥ 2♥", "Straight Flush"),
    guards(39, "the wheel is called a straight", "5♦ 4♦ 3♣ 2♦ A♥", "Straight"),
    guards(39, "the wheel in one suit is called a straight flush", "5♥ 4♥ 3♥ 2♥ A♥", "Straight Flush"),
    guards(39, "a royal flush is called a straight flush", "A♥ K♥ Q♥ J♥ T♥", "Straight Flush"),
    guards(39, "kings over nines span four and are no straight", "K♣ 9♠ K♠ K♦ 9♦", "Full House"),
]


@pytest.mark.parametrize(("cards", "label"), LABELS)
def test_a_hand_says_its_label(poker, cards, label):
    assert str(poker.hand(poker.cards(cards))) == label
