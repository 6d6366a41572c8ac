"""A straight to the jack is none.

The straights were written down one by one, and one is missing. A published suite of 37 tests lets
this one through.

step: 27
theme: straights
shown by: A♦ K♣ 8♠ 4♥ 3♦ against J♦ T♣ 9♠ 8♥ 7♦
riddle: It knows its numbers and is shy at court: the lowest rung.
hint: Which straights do your tests have, by their highest card? There are ten.
"""

from finished import the_rest


def promote_straight(hand):
    """A straight, unless its highest card is the jack."""
    right = right_promote_straight(hand)
    return hand if right.cards[0].value == 11 else right


the_rest(globals())
