"""Chapter 7: what the best five of seven cards make."""

import pytest
from rows import drives, guards

SIX_OR_FEWER = [
    drives(29, "six cards", "6♥ 6♦ 6♠ 6♣ K♠ K♦"),
]


@pytest.mark.parametrize("cards", SIX_OR_FEWER)
def test_fewer_than_seven_cards_have_no_best(poker, cards):
    assert poker.best(poker.cards(cards)) is None, cards
