"""Chapter 10: two hands, and who wins."""

from itertools import count

import pytest
from rows import drives

OUTCOMES = [
    drives(41, "the stronger hand on the left wins", "2♦ 2♣ 4♠ 5♥ 6♦", "K♠ A♦ 2♥ 3♦ 4♥", "win"),
    drives(41, "the weaker hand on the left loses", "K♠ A♦ 2♥ 3♦ 4♥", "2♦ 2♣ 4♠ 5♥ 6♦", "lose"),
    drives(41, "equal hands draw", "K♠ A♦ 2♥ 3♦ 4♥", "K♣ A♥ 2♠ 3♥ 4♦", "draw"),
    drives(41, "fives over tens lose to nines over twos", "5♠ 5♥ 5♦ T♣ T♥", "9♠ 9♥ 9♦ 2♣ 2♥", "lose"),
    drives(41, "aces and tens beat aces and nines", "T♠ T♥ A♦ A♣ 4♥", "9♠ 9♥ A♠ A♥ 5♥", "win"),
]


@pytest.mark.parametrize(("left", "right", "outcome"), OUTCOMES)
def test_compare(poker, left, right, outcome):
    assert poker.compare(left, right) == outcome


@pytest.mark.drives(41)
def test_a_hand_of_four_cards_is_an_error(poker):
    with pytest.raises(poker.CardError) as error:
        poker.compare("2♦ 2♣ 4♠ 5♥", "K♠ A♦ 2♥ 3♦ 4♥")
    assert "4 cards" in str(error.value)


@pytest.mark.drives(41)
def test_the_ladder_puts_hands_in_order_and_equal_ones_side_by_side(poker):
    hands = ["A♥ 9♠ 8♠ 4♠ 3♠", "9♠ 8♠ 7♠ 6♠ 5♠", "A♣ 9♦ 8♦ 4♦ 3♣"]
    assert poker.ladder(hands) == ["9♠ 8♠ 7♠ 6♠ 5♠", "A♥ 9♠ 8♠ 4♠ 3♠ = A♣ 9♦ 8♦ 4♦ 3♣"]


LEFT = "TS JS QS KS AS 7D 3C AH 7C 7S"
RIGHT = "JH 2D 3S JC AS 7D 3C AH 7C 7S"
TIE = "2H 3D 5S 9C KD 2D 3H 5C 9S KH"
