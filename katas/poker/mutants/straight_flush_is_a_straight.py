"""A straight flush is a straight and no more.

A straight is recognised first, and what is recognised is not looked at again.

step: 30
theme: flushes
shown by: 7♥ 5♥ 4♥ 3♥ 2♥ against K♥ Q♥ J♥ T♥ 9♥
riddle: It sees the other half of what is there.
hint: When two things are true of a hand at once, what is it?
"""

from finished import the_rest


def promote_flush(hand):
    """A high card in one suit is a flush; a straight stays what it is."""
    return hand if hand.ranking == Ranking.STRAIGHT else right_promote_flush(hand)


the_rest(globals())
