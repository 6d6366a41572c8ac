"""Chapter 7: what the best five of seven cards make."""

import pytest
from rows import drives, guards

SIX_OR_FEWER = [
    drives(42, "six cards", "6♥ 6♦ 6♠ 6♣ K♠ K♦"),
    guards(43, "five cards", "7♠ T♠ K♠ K♦ 9♦"),
    guards(43, "no cards", ""),
]


@pytest.mark.parametrize("cards", SIX_OR_FEWER)
def test_fewer_than_seven_cards_have_no_best(poker, cards):
    assert poker.best(poker.cards(cards)) is None, cards


SEVENS = [
    drives(43, "a high card in the first five", "6♣ 4♦ A♣ 3♠ K♠ T♦ 8♣", "High Card"),
    drives(43, "a pair in the first five", "6♣ 6♦ A♣ 3♠ K♠ T♥ 8♦", "Pair"),
    drives(44, "a pair in the middle five", "3♠ 6♣ A♣ K♠ 8♦ 6♦ T♥", "Pair"),
    drives(44, "a pair in the last five", "3♠ A♣ 6♣ K♠ 8♦ T♥ 6♦", "Pair"),
    guards(45, "the customer's full house", "K♣ 9♠ K♠ K♦ 9♦ 3♣ 6♦", "Full House"),
    guards(45, "the customer's two pair", "9♣ A♥ K♠ K♦ 9♦ 3♣ 6♦", "Two Pair"),
    drives(45, "a flush here and there", "4♦ 2♦ K♠ K♦ 9♦ 3♣ 6♦", "Flush"),
    guards(47, "a straight and a flush of different fives", "9♥ 8♠ 7♥ 6♥ 5♥ 2♥ K♣", "Flush"),
    guards(47, "two trips make a full house", "9♠ 9♥ 9♦ 4♠ 4♥ 4♦ 2♣", "Full House"),
    guards(47, "trips and two pairs make a full house", "9♠ 9♥ 9♦ 4♠ 4♥ 3♦ 3♣", "Full House"),
    guards(47, "three pairs make two pair", "A♠ A♥ K♠ K♥ Q♠ Q♥ J♦", "Two Pair"),
    guards(47, "four of a kind over trips", "9♠ 4♥ 9♦ 4♠ 9♥ 4♦ 9♣", "Four of a Kind"),
    guards(47, "a wheel among seven", "A♠ K♥ 5♦ 4♣ 3♥ 2♠ 9♦", "Straight"),
    guards(47, "a wheel in one suit under a straight", "A♥ K♠ 5♥ 4♥ 3♥ 2♥ 6♠", "Straight Flush"),
    guards(47, "a straight across a pair", "9♠ 8♥ 8♦ 7♣ 6♥ 5♠ K♦", "Straight"),
    guards(47, "a straight flush below a card of its suit", "5♠ K♠ 7♠ 3♦ 3♠ 4♠ 6♠", "Straight Flush"),
    guards(47, "a straight flush behind a twin of its first card", "9♠ 9♥ 8♥ 7♥ 6♥ 5♥ 2♦", "Straight Flush"),
    guards(47, "a straight flush before a twin of its last card", "9♥ 8♥ 7♥ 6♥ 5♥ 5♠ 2♦", "Straight Flush"),
]


@pytest.mark.parametrize(("cards", "label"), SEVENS)
def test_the_best_five_of_seven(poker, cards, label):
    assert str(poker.best(poker.cards(cards))) == label, cards


SEVENS_IN_ORDER = [
    guards(59, "three pairs: the third is a kicker", "A♠ A♥ K♠ K♥ Q♠ Q♥ 2♦", "A♠ A♥ K♠ K♥ J♣ 9♦ 8♣"),
    guards(59, "three pairs: a higher card is the kicker", "A♠ A♥ K♠ K♥ 2♠ 2♥ Q♦", "A♠ A♥ K♠ K♥ J♣ 9♦ 8♣"),
    guards(59, "four of a kind: a kicker out of a pair", "9♠ 9♥ 9♦ 9♣ K♠ K♥ 2♦", "9♠ 9♥ 9♦ 9♣ Q♠ J♥ 2♦"),
    guards(59, "four of a kind: a kicker out of trips", "9♠ 9♥ 9♦ 9♣ K♠ K♥ K♦", "9♠ 9♥ 9♦ 9♣ Q♠ J♥ 2♦"),
    guards(59, "four of a kind: a kicker above a pair", "9♠ 9♥ 9♦ 9♣ 2♠ 2♥ A♦", "9♠ 9♥ 9♦ 9♣ K♠ Q♥ 2♦"),
    guards(59, "a full house takes the higher pair", "9♠ 9♥ 9♦ K♠ K♥ 4♦ 4♣", "9♠ 9♥ 9♦ Q♠ Q♥ J♦ J♣"),
    guards(59, "two trips: the higher are the three", "9♠ 9♥ 9♦ 4♠ 4♥ 4♦ 2♣", "8♠ 8♥ 8♦ A♠ A♥ 3♦ 2♣"),
    guards(59, "two trips: the lower are the pair", "9♠ 9♥ 9♦ 4♠ 4♥ 4♦ 2♣", "9♠ 9♥ 9♦ 3♠ 3♥ A♦ K♣"),
    guards(59, "a flush of six takes the highest five", "A♥ Q♥ 9♥ 7♥ 5♥ 3♥ K♠", "A♥ Q♥ 9♥ 7♥ 4♥ 3♥ K♠"),
    guards(59, "a flush of six, the lowest card first", "3♥ 5♥ 7♥ 9♥ Q♥ A♥ K♠", "A♥ Q♥ 9♥ 7♥ 4♥ 3♥ K♠"),
    guards(59, "a straight of six takes the highest five", "9♠ 8♥ 7♦ 6♣ 5♥ 4♠ A♦", "8♠ 7♥ 6♦ 5♣ 4♥ A♠ K♦"),
    guards(59, "a wheel gives way to a straight to the six", "6♠ 5♥ 4♦ 3♣ 2♥ A♠ K♦", "A♠ 5♥ 4♦ 3♣ 2♥ Q♠ K♦"),
    guards(59, "a straight flush under a higher straight", "T♣ 9♥ 8♥ 7♥ 6♥ 5♥ A♠", "A♠ A♥ A♦ A♣ T♥ 8♥ 7♥"),
    guards(59, "a high card: the fifth card counts", "A♠ K♥ J♦ 9♣ 7♥ 3♠ 2♦", "A♠ K♥ J♦ 9♣ 6♥ 3♠ 2♦"),
]


@pytest.mark.parametrize(("stronger", "weaker"), SEVENS_IN_ORDER)
def test_the_stronger_seven_win(poker, stronger, weaker):
    left = poker.best(poker.cards(stronger))
    right = poker.best(poker.cards(weaker))
    assert left > right, f"{stronger} should beat {weaker}"


@pytest.mark.guards(59)
def test_the_sixth_and_seventh_card_do_not_count(poker):
    left = poker.best(poker.cards("A♠ K♥ J♦ 9♣ 7♥ 3♠ 2♦"))
    right = poker.best(poker.cards("A♠ K♥ J♦ 9♣ 7♥ 5♠ 4♦"))
    assert left == right
