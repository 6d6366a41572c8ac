"""Chapter 2: is it a flush?"""

import pytest
from rows import drives, guards

FLUSHES = [
    drives(6, "five clubs are a flush", "A♣ T♣ 3♣ 4♣ 2♣", True),
    drives(9, "a spade among clubs is no flush", "A♠ T♣ 3♣ 4♣ 2♣", False),
    drives(10, "five spades are a flush", "A♠ T♠ 3♠ 4♠ 2♠", True),
    guards(11, "five diamonds are a flush", "A♦ T♦ 3♦ 4♦ 2♦", True),
    guards(11, "five hearts are a flush", "A♥ T♥ 3♥ 4♥ 2♥", True),
    guards(11, "four spades and a last heart are no flush", "A♠ T♠ 3♠ 4♠ 2♥", False),
    guards(11, "two suits in turn are no flush", "A♠ T♥ 3♠ 4♥ 2♠", False),
]


@pytest.mark.parametrize(("cards", "expected"), FLUSHES)
def test_flush(poker, cards, expected):
    assert poker.flush(poker.cards(cards)) == expected, cards
