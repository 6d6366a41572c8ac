"""A straight flush is a flush and no more.

A flush is recognised first, and what is recognised is not looked at again.

step: 30
theme: flushes
shown by: 7♥ 5♥ 4♥ 3♥ 2♥ against 6♥ 5♥ 4♥ 3♥ 2♥
riddle: It sees one half of what is there.
hint: When two things are true of a hand at once, what is it?
"""

from finished import the_rest


def promote_straight(hand):
    """A straight, unless the cards are of one suit."""
    return hand if flush(hand.cards) else right_promote_straight(hand)


the_rest(globals())
