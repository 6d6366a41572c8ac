"""Chapter 6: what a hand is called."""

import pytest
from rows import drives, guards

LABELS = [
    drives(25, "high card", "6♣ 4♦ A♣ 3♠ K♠", "High Card"),
    drives(25, "pair", "5♥ 2♦ 3♥ 4♦ 2♥", "Pair"),
]


@pytest.mark.parametrize(("cards", "label"), LABELS)
def test_a_hand_says_its_label(poker, cards, label):
    assert str(poker.hand(poker.cards(cards))) == label
