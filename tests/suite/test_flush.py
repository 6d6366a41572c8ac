"""Chapter 2: is it a flush?"""

import pytest
from rows import drives, guards

FLUSHES = [
    drives(5, "five clubs are a flush", "A♣ T♣ 3♣ 4♣ 2♣", True),
    drives(7, "a spade among clubs is no flush", "A♠ T♣ 3♣ 4♣ 2♣", False),
    drives(8, "five spades are a flush", "A♠ T♠ 3♠ 4♠ 2♠", True),
]


@pytest.mark.parametrize(("cards", "expected"), FLUSHES)
def test_flush(poker, cards, expected):
    assert poker.flush(poker.cards(cards)) == expected, cards
