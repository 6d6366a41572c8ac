"""Chapter 10: what is no card, and what is one in another spelling."""

import pytest
from rows import drives, guards

SPELLINGS = [
    guards(62, "tabs and spaces", "K♣\t9♠  K♠\t\tK♦ 9♦ 3♣ 6♥"),
    guards(62, "space before and behind", "  K♣ 9♠ K♠ K♦ 9♦ 3♣ 6♥  "),
    drives(62, "letters for suits", "KC 9S KS KD 9D 3C 6H"),
    drives(62, "small letters", "kc 9s ks kd 9d 3c 6h"),
    drives(62, "values in small letters", "k♣ 9♠ k♠ k♦ 9♦ 3♣ 6♥"),
    drives(63, "ten as a number", "10♣ 9♠ 10♠ 10♦ 9♦ 3♣ 6♥"),
    drives(63, "suits as emoji", "K♣️ 9♠️ K♠️ K♦️ 9♦️ 3♣️ 6♥️"),
    drives(89, "a byte-order mark in front", "\ufeffK♣ 9♠ K♠ K♦ 9♦ 3♣ 6♥"),
]


@pytest.mark.parametrize("line", SPELLINGS)
def test_a_line_may_be_spelled_otherwise(poker, line):
    assert "Full House (winner)" in poker.scores([line])[0]


@pytest.mark.drives(62)
def test_a_line_is_written_back_as_it_was_spelled(poker):
    assert poker.scores(["kc TS\tk♠ kd  tD 3c 6H"]) == ["kc TS\tk♠ kd  tD 3c 6H Full House (winner)"]


LINES = [
    drives(55, "a one is no card", "A♣ 1♣ 3♣", "1♣", "no card"),
    drives(55, "a letter is no suit", "A♣ 6X 3♣", "6X", "no card"),
    drives(55, "a value alone is no card", "A♣ 6 3♣", "6", "no card"),
    drives(55, "a suit alone is no card", "A♣ ♣ 3♣", "♣", "no card"),
    drives(55, "a card and more is no card", "A♣ 6♣♣ 3♣", "6♣♣", "no card"),
    drives(56, "a card may not be there twice", "A♣ K♦ A♣", "A♣", "twice"),
    drives(57, "seven cards are the most", "A♣ K♣ Q♣ J♣ T♣ 9♣ 8♣ 7♣", "8 cards", "seven"),
    guards(62, "a white heart is no suit", "A♡", "A♡", "no card"),
    guards(62, "a long s is no spade", "A\u017f", "A\u017f", "no card"),
    guards(62, "a Roman five hundred is no diamond", "A\u216e", "A\u216e", "no card"),
    guards(62, "a sign for kelvin is no king", "\u212a♣", "\u212a♣", "no card"),
    guards(62, "a full-width letter is no value", "\uff21♣", "\uff21♣", "no card"),
    guards(62, "a full-width digit is no value", "\uff16♣", "\uff16♣", "no card"),
    drives(62, "a card may not be there twice in two spellings", "A♣ K♦ ac", "ac", "twice"),
    guards(63, "a hundred is no ten", "100♣", "100♣", "no card"),
    guards(63, "a ten in full-width digits is no ten", "\uff11\uff10♣", "\uff11\uff10♣", "no card"),
    drives(63, "a ten may not be there twice in two spellings", "T♣ K♦ 10♣", "10♣", "twice"),
    guards(63, "a letter is no emoji", "AC\ufe0f", "AC\ufe0f", "no card"),
    drives(63, "a card may not be there twice, once as emoji", "A♣ K♦ A♣️", "A♣️", "twice"),
]


@pytest.mark.parametrize(("line", "quoted", "fault"), LINES)
def test_a_faulty_line_is_a_card_error_that_names_it(poker, line, quoted, fault):
    with pytest.raises(poker.CardError) as error:
        poker.best(poker.cards(line))
    assert quoted in str(error.value)
    assert fault in str(error.value)


@pytest.mark.guards(86)
def test_a_suit_before_its_value_is_no_card(poker):
    with pytest.raises(poker.CardError) as error:
        poker.best(poker.cards("A♣ ♦6 3♣"))
    assert "♦6" in str(error.value)
