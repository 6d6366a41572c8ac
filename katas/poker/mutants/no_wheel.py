"""The wheel is no straight.

Three first stabs in three languages have it: a straight runs from its lowest value up, and the
ace is only high.

step: 28
theme: straights
shown by: A♦ K♣ 8♠ 4♥ 3♦ against 5♦ 4♣ 3♠ 2♥ A♦
riddle: It knows nine of ten.
hint: One card may count at either end.
"""

from finished import the_rest


def promote_straight(hand):
    """A high card in sequence is a straight."""
    right = right_promote_straight(hand)
    return hand if right.cards[-1].value == 14 else right


the_rest(globals())
