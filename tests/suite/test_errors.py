"""Steps 39 and 40: what is no card, and what is one in another spelling."""

import pytest
from rows import drives, guards

SPELLINGS = [
    guards(40, "tabs and spaces", "K♣\t9♠  K♠\t\tK♦ 9♦ 3♣ 6♥"),
    guards(40, "space before and behind", "  K♣ 9♠ K♠ K♦ 9♦ 3♣ 6♥  "),
    drives(40, "letters for suits", "KC 9S KS KD 9D 3C 6H"),
    drives(40, "small letters", "kc 9s ks kd 9d 3c 6h"),
    drives(40, "values in small letters", "k♣ 9♠ k♠ k♦ 9♦ 3♣ 6♥"),
    drives(40, "ten as a number", "10♣ 9♠ 10♠ 10♦ 9♦ 3♣ 6♥"),
    drives(40, "suits as emoji", "K♣️ 9♠️ K♠️ K♦️ 9♦️ 3♣️ 6♥️"),
    drives(40, "a byte-order mark in front", "\ufeffK♣ 9♠ K♠ K♦ 9♦ 3♣ 6♥"),
]


@pytest.mark.parametrize("line", SPELLINGS)
def test_a_line_may_be_spelled_otherwise(poker, line):
    assert "Full House (winner)" in poker.scores([line])[0]


@pytest.mark.drives(40)
def test_a_line_is_written_back_as_it_was_spelled(poker):
    assert poker.scores(["kc 10S\tk♠ kd  10D 3c 6H"]) == ["kc 10S\tk♠ kd  10D 3c 6H Full House (winner)"]


LINES = [
    drives(39, "a one is no card", "A♣ 1♣ 3♣", ["1♣", "no card"]),
    drives(39, "a letter is no suit", "A♣ 6X 3♣", ["6X", "no card"]),
    drives(39, "a value alone is no card", "A♣ 6 3♣", ["6", "no card"]),
    drives(39, "a suit alone is no card", "A♣ ♣ 3♣", ["♣", "no card"]),
    drives(39, "a card and more is no card", "A♣ 6♣♣ 3♣", ["6♣♣", "no card"]),
    drives(39, "a card may not be there twice", "A♣ K♦ A♣", ["A♣", "twice"]),
    drives(39, "seven cards are the most", "A♣ K♣ Q♣ J♣ T♣ 9♣ 8♣ 7♣", ["8 cards", "seven"]),
    drives(40, "a card may not be there twice in two spellings", "A♣ K♦ ac", ["ac", "twice"]),
    guards(40, "a hundred is no ten", "100♣", ["100♣", "no card"]),
]


@pytest.mark.parametrize(("line", "told"), LINES)
def test_a_faulty_line_is_a_card_error_that_names_it(poker, line, told):
    with pytest.raises(poker.CardError) as error:
        poker.best(poker.cards(line))
    assert [words for words in told if words not in str(error.value)] == []
