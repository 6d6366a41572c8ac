"""Chapters 3 to 5: which of two hands is the stronger."""

import pytest
from rows import drives, guards

HANDS = [
    # high card
    drives(9, "the highest card decides", "6♣ 4♦ A♣ 3♠ K♠", "8♥ J♥ 7♦ 5♥ 6♣"),
]


@pytest.mark.parametrize(("stronger", "weaker"), HANDS)
def test_the_stronger_hand_wins(poker, stronger, weaker):
    left = poker.hand(poker.cards(stronger))
    right = poker.hand(poker.cards(weaker))
    assert left > right, f"{stronger} should beat {weaker}"
