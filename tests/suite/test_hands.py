"""Chapters 3 to 5: which of two hands is the stronger."""

import pytest
from rows import drives, guards


@pytest.mark.guards(13)
def test_the_weaker_hand_compares_lower(poker):
    weaker, stronger = "8♥ J♥ 7♦ 5♥ 6♣", "6♣ 4♦ A♣ 3♠ K♠"
    assert poker.hand(poker.cards(weaker)) < poker.hand(poker.cards(stronger))


ORDERS = [
    guards(13, "the order of high cards", "6♣ 4♦ A♣ 3♠ K♠", "A♣ K♠ 6♣ 4♦ 3♠"),
    guards(20, "the order of a pair", "5♥ 2♦ 3♥ 4♦ 2♥", "2♥ 2♦ 5♥ 4♦ 3♥"),
    guards(27, "the order of a full house", "2♦ 2♠ 2♥ 3♣ 3♦", "3♦ 2♥ 3♣ 2♠ 2♦"),
    guards(29, "the order of a wheel", "5♦ 4♦ 3♣ 2♦ A♥", "A♥ 2♦ 3♣ 4♦ 5♦"),
]


@pytest.mark.parametrize(("cards", "the_same"), ORDERS)
def test_the_order_of_the_cards_changes_nothing(poker, cards, the_same):
    left = poker.hand(poker.cards(cards))
    right = poker.hand(poker.cards(the_same))
    assert left == right, f"{cards} should equal {the_same}"


HANDS = [
    # high card
    drives(11, "the highest card decides", "6♣ 4♦ A♣ 3♠ K♠", "8♥ J♥ 7♦ 5♥ 6♣"),
    guards(13, "then the second card", "A♠ K♥ 4♦ 3♣ 2♥", "A♠ Q♥ J♦ T♣ 8♥"),
    guards(13, "then the third card", "A♠ K♥ Q♦ 3♣ 2♥", "A♠ K♥ J♦ T♣ 9♥"),
    guards(13, "then the fourth card", "A♠ K♥ Q♦ J♣ 2♥", "A♠ K♥ Q♦ T♣ 9♥"),
    guards(13, "then the last card", "A♠ K♥ Q♦ J♣ 9♥", "A♠ K♥ Q♦ J♣ 8♥"),
    # pair
    drives(13, "a pair of twos beats a high card", "5♥ 2♦ 3♥ 4♦ 2♥", "A♥ K♥ Q♦ J♦ 9♥"),
    drives(14, "a pair of threes beats a high card", "5♥ 4♦ 3♥ 2♦ 3♣", "A♥ K♥ Q♦ J♦ 9♥"),
    drives(18, "threes beat twos", "5♥ 4♦ 3♥ 2♦ 3♣", "5♥ 2♦ 3♥ 4♦ 2♥"),
    drives(20, "the pair counts before a seven", "5♥ 4♦ 3♥ 3♣ 2♥", "7♦ 5♥ 3♦ 2♠ 2♦"),
    drives(21, "a pair may be the highest cards", "7♦ 7♥ 5♦ 3♠ 2♦", "5♥ 4♦ 3♥ 3♣ 2♥"),
    guards(23, "a pair may be the lowest cards", "2♠ 2♥ 5♦ 4♣ 3♥", "A♥ K♥ Q♦ J♦ 9♥"),
    guards(23, "equal pairs: the first kicker", "8♠ 8♥ A♦ 3♣ 2♥", "8♠ 8♥ K♦ Q♣ J♥"),
    guards(23, "equal pairs: the second kicker", "8♠ 8♥ A♦ K♣ 2♥", "8♠ 8♥ A♦ Q♣ J♥"),
    guards(23, "equal pairs: the last kicker", "8♠ 8♥ A♦ K♣ 3♥", "8♠ 8♥ A♦ K♣ 2♥"),
    guards(23, "a pair of the lowest cards: the first kicker", "2♠ 2♥ A♦ 4♣ 3♥", "2♠ 2♥ K♦ Q♣ J♥"),
    guards(23, "a pair of the lowest cards: the second kicker", "2♠ 2♥ A♦ K♣ 3♥", "2♠ 2♥ A♦ Q♣ J♥"),
    guards(23, "a pair of the lowest cards: the last kicker", "2♠ 2♥ A♦ K♣ Q♥", "2♠ 2♥ A♦ K♣ J♥"),
    guards(23, "a pair above one card: the pair", "4♠ 4♥ 6♦ 5♣ 2♥", "3♠ 3♥ A♦ K♣ 2♥"),
    guards(23, "a pair above one card: the second kicker", "4♠ 4♥ A♦ K♣ 2♥", "4♠ 4♥ A♦ Q♣ 3♥"),
    guards(23, "a pair above two cards: the second kicker", "8♠ 8♥ A♦ 5♣ 2♥", "8♠ 8♥ A♦ 4♣ 3♥"),
    guards(23, "a pair above two cards: the last kicker", "8♠ 8♥ A♦ 5♣ 3♥", "8♠ 8♥ A♦ 5♣ 2♥"),
    # two pair
    drives(23, "two pair beat a pair", "2♦ 2♣ 3♣ 3♠ 4♥", "A♥ A♠ K♣ Q♦ J♠"),
    guards(24, "two pair: the higher pair", "A♠ A♥ 3♦ 3♣ 2♥", "K♠ K♥ Q♦ Q♣ J♥"),
    guards(24, "two pair: the lower pair", "A♠ A♥ 4♦ 4♣ 2♥", "A♠ A♥ 3♦ 3♣ K♥"),
    guards(24, "two pair: the kicker", "A♠ A♥ 3♦ 3♣ 5♥", "A♠ A♥ 3♦ 3♣ 4♥"),
    guards(24, "two pair of the lowest cards: the kicker", "3♠ 3♥ 2♦ 2♣ 5♥", "3♠ 3♥ 2♦ 2♣ 4♥"),
    # three of a kind
    drives(24, "three of a kind beat two pair", "2♦ 2♣ 2♠ 3♥ 4♦", "A♥ A♠ K♣ K♦ J♠"),
    guards(26, "the higher three of a kind", "9♠ 9♥ 9♦ 3♣ 2♥", "8♠ 8♥ 8♦ A♣ K♥"),
    guards(26, "three of a kind: the first kicker", "8♠ 8♥ 8♦ A♣ 2♥", "8♠ 8♥ 8♦ K♣ Q♥"),
    guards(26, "three of a kind: the last kicker", "8♠ 8♥ 8♦ A♣ 3♥", "8♠ 8♥ 8♦ A♣ 2♥"),
    guards(26, "three of the lowest cards: the first kicker", "2♠ 2♥ 2♦ A♣ 3♥", "2♠ 2♥ 2♦ K♣ Q♥"),
    guards(26, "three of the lowest cards: the last kicker", "2♠ 2♥ 2♦ A♣ 4♥", "2♠ 2♥ 2♦ A♣ 3♥"),
    # full house and four of a kind
    drives(25, "a full house beats three of a kind", "2♦ 2♠ 2♥ 3♣ 3♦", "A♥ A♦ A♠ K♥ Q♠"),
    drives(26, "four of a kind beat a full house", "2♦ 2♠ 2♥ 2♣ 3♦", "A♥ A♦ A♠ K♥ K♠"),
    guards(27, "a full house: the three", "9♠ 9♥ 9♦ 2♣ 2♥", "5♠ 5♥ 5♦ T♣ T♥"),
    guards(27, "a full house: then the pair", "9♠ 9♥ 9♦ 3♣ 3♥", "9♠ 9♥ 9♦ 2♣ 2♥"),
    guards(27, "the higher four of a kind", "9♠ 9♥ 9♦ 9♣ 2♥", "8♠ 8♥ 8♦ 8♣ A♥"),
    guards(27, "four of a kind: the kicker", "8♠ 8♥ 8♦ 8♣ A♥", "8♠ 8♥ 8♦ 8♣ K♥"),
    # straight
    drives(27, "a straight beats three of a kind", "6♠ 5♦ 4♣ 3♦ 2♥", "A♣ A♥ A♦ K♣ Q♠"),
    guards(28, "a straight to the jack is one", "J♠ T♦ 9♣ 8♦ 7♥", "A♣ A♥ A♦ K♣ Q♠"),
    guards(28, "a straight to the queen is one", "Q♠ J♦ T♣ 9♦ 8♥", "A♣ A♥ A♦ K♣ Q♠"),
    guards(28, "a straight to the king is one", "K♠ Q♦ J♣ T♦ 9♥", "A♣ A♥ A♦ K♣ Q♠"),
    guards(28, "a straight to the ace is one", "A♠ K♦ Q♣ J♦ T♥", "A♣ A♥ A♦ K♣ Q♠"),
    guards(28, "straights compare by their highest card", "7♠ 6♦ 5♣ 4♦ 3♥", "6♠ 5♦ 4♣ 3♦ 2♥"),
    guards(28, "a gap makes no straight", "2♦ 2♣ 4♠ 5♥ 6♦", "7♠ 6♦ 5♣ 4♦ 2♥"),
    guards(28, "a full house beats a straight", "2♦ 2♠ 2♥ 3♣ 3♦", "A♠ K♦ Q♣ J♦ T♥"),
    guards(28, "kings over nines span four and stay a full house", "K♣ 9♠ K♠ K♦ 9♦", "A♠ K♦ Q♣ J♦ T♥"),
    drives(28, "the wheel is a straight", "5♦ 4♦ 3♣ 2♦ A♥", "A♣ A♥ A♦ K♣ Q♠"),
    guards(28, "the wheel is the lowest straight", "6♠ 5♦ 4♣ 3♦ 2♥", "5♦ 4♦ 3♣ 2♦ A♥"),
    guards(28, "no wrap round from the king", "2♦ 2♣ 4♠ 5♥ 6♦", "K♠ A♦ 2♣ 3♦ 4♥"),
    guards(28, "no wrap round from the queen", "2♦ 2♣ 4♠ 5♥ 6♦", "Q♠ K♠ A♦ 2♣ 3♦"),
    guards(28, "no wrap round from the jack", "2♦ 2♣ 4♠ 5♥ 6♦", "J♥ Q♠ K♠ A♦ 2♣"),
    # flush
    drives(29, "a flush beats a straight", "6♥ 4♥ 3♥ 2♥ A♥", "A♠ K♣ Q♥ J♠ T♦"),
    guards(30, "a flush: the highest card", "A♥ 6♥ 4♥ 3♥ 2♥", "K♥ Q♥ J♥ T♥ 8♥"),
    guards(30, "a flush: then the second card", "A♥ K♥ 4♥ 3♥ 2♥", "A♥ Q♥ J♥ T♥ 8♥"),
    guards(30, "a flush: then the third card", "A♥ K♥ Q♥ 3♥ 2♥", "A♥ K♥ J♥ T♥ 9♥"),
    guards(30, "a flush: then the fourth card", "A♥ K♥ Q♥ J♥ 2♥", "A♥ K♥ Q♥ T♥ 9♥"),
    guards(30, "a flush: then the last card", "A♥ K♥ Q♥ J♥ 9♥", "A♥ K♥ Q♥ J♥ 8♥"),
    guards(30, "a full house beats a flush", "2♦ 2♠ 2♥ 3♣ 3♦", "A♥ K♥ Q♥ J♥ 9♥"),
    # straight flush
    drives(30, "the wheel in one suit beats four aces", "5♥ 4♥ 3♥ 2♥ A♥", "A♦ A♠ A♥ A♣ K♥"),
    drives(31, "a straight flush beats four aces", "6♥ 5♥ 4♥ 3♥ 2♥", "A♦ A♠ A♥ A♣ K♥"),
    guards(33, "the wheel is the lowest straight flush", "6♥ 5♥ 4♥ 3♥ 2♥", "5♥ 4♥ 3♥ 2♥ A♥"),
    guards(33, "straight flushes compare like straights", "A♥ K♥ Q♥ J♥ T♥", "K♥ Q♥ J♥ T♥ 9♥"),
]


@pytest.mark.parametrize(("stronger", "weaker"), HANDS)
def test_the_stronger_hand_wins(poker, stronger, weaker):
    left = poker.hand(poker.cards(stronger))
    right = poker.hand(poker.cards(weaker))
    assert left > right, f"{stronger} should beat {weaker}"
