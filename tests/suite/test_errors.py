"""Steps 39 and 40: what is no card, and what is one in another spelling."""

import pytest
from rows import drives, guards

LINES = [
    drives(39, "a one is no card", "A♣ 1♣ 3♣", ["1♣", "no card"]),
    drives(39, "a letter is no suit", "A♣ 6X 3♣", ["6X", "no card"]),
    drives(39, "a value alone is no card", "A♣ 6 3♣", ["6", "no card"]),
    drives(39, "a suit alone is no card", "A♣ ♣ 3♣", ["♣", "no card"]),
    drives(39, "a card and more is no card", "A♣ 6♣♣ 3♣", ["6♣♣", "no card"]),
    drives(39, "a card may not be there twice", "A♣ K♦ A♣", ["A♣", "twice"]),
    drives(39, "seven cards are the most", "A♣ K♣ Q♣ J♣ T♣ 9♣ 8♣ 7♣", ["8 cards", "seven"]),
]


@pytest.mark.parametrize(("line", "told"), LINES)
def test_a_faulty_line_is_a_card_error_that_names_it(poker, line, told):
    with pytest.raises(poker.CardError) as error:
        poker.best(poker.cards(line))
    assert [words for words in told if words not in str(error.value)] == []
