"""A straight to the ace is none.

The straights were written down one by one, and one is missing. It is the highest of all.

step: 27
theme: straights
shown by: K♦ Q♣ J♠ T♥ 9♦ against A♦ K♣ Q♠ J♥ T♦
riddle: It climbs nearly to the top.
hint: Which straights do your tests have, by their highest card? There are ten.
"""

from finished import the_rest


def promote_straight(hand):
    """A straight, unless its highest card is the ace."""
    right = right_promote_straight(hand)
    return hand if right.cards[0].value == 14 else right


the_rest(globals())
