"""Chapter 2: is it a flush?"""

import pytest
from rows import drives, guards

FLUSHES = [
    drives(5, "five clubs are a flush", "A♣ T♣ 3♣ 4♣ 2♣", True),
    drives(7, "a spade among clubs is no flush", "A♠ T♣ 3♣ 4♣ 2♣", False),
    drives(8, "five spades are a flush", "A♠ T♠ 3♠ 4♠ 2♠", True),
    guards(9, "five diamonds are a flush", "A♦ T♦ 3♦ 4♦ 2♦", True),
    guards(9, "five hearts are a flush", "A♥ T♥ 3♥ 4♥ 2♥", True),
    guards(9, "four spades and a last heart are no flush", "A♠ T♠ 3♠ 4♠ 2♥", False),
    guards(9, "two suits in turn are no flush", "A♠ T♥ 3♠ 4♥ 2♠", False),
]


@pytest.mark.parametrize(("cards", "expected"), FLUSHES)
def test_flush(poker, cards, expected):
    assert poker.flush(poker.cards(cards)) == expected, cards
