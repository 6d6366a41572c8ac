"""Four of a kind are a full house.

There are two values in the hand, and that is what a full house has.

step: 26
theme: groups
shown by: 2♦ 2♣ 2♠ 3♥ 3♦ against 2♦ 2♣ 2♠ 2♥ 3♦
riddle: Two heaps are two heaps to it.
hint: Which two rankings have two different values?
"""

from finished import the_rest


def rank(groups):
    """The hand that the number of the groups makes."""
    right = right_rank(groups)
    return Hand(Ranking.FULL_HOUSE, right.cards) if len(groups) == 2 else right


the_rest(globals())
