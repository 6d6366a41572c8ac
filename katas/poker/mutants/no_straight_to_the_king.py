"""A straight to the king is none.

The straights were written down one by one, and one is missing. A published suite of 37 tests lets
this one through.

step: 27
theme: straights
shown by: A♦ K♣ 8♠ 4♥ 3♦ against K♦ Q♣ J♠ T♥ 9♦
riddle: It knows its numbers and is shy at court: the rung below the top.
hint: Which straights do your tests have, by their highest card? There are ten.
"""

from finished import the_rest


def promote_straight(hand):
    """A straight, unless its highest card is the king."""
    right = right_promote_straight(hand)
    return hand if right.cards[0].value == 13 else right


the_rest(globals())
