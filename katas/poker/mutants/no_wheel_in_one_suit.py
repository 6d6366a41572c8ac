"""The wheel in one suit is a flush.

The program of the thousand deals: a straight flush has to span four.

step: 30
theme: straights
shown by: A♥ K♥ 8♥ 4♥ 3♥ against 5♥ 4♥ 3♥ 2♥ A♥
riddle: It knows ten of one and nine of the other.
hint: What you know of straights, once more in one suit.
"""

from finished import the_rest


def promote_straight(hand):
    """A straight; but a wheel only if the suits differ."""
    right = right_promote_straight(hand)
    return hand if right.cards[-1].value == 14 and flush(hand.cards) else right


the_rest(globals())
