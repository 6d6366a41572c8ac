"""A full house is three of a kind.

Are there three? There are. So it is three of a kind.

step: 25
theme: groups
shown by: 7♥ 5♥ 4♥ 3♥ 2♥ against 2♦ 2♣ 2♠ 3♥ 3♦
riddle: It does not look at the cards that are left over.
hint: Three of a kind: and the other two?
"""

from finished import the_rest


def rank(groups):
    """The hand that the largest group makes."""
    right = right_rank(groups)
    return Hand(Ranking.THREE_OF_A_KIND, right.cards) if right.ranking == Ranking.FULL_HOUSE else right


the_rest(globals())
