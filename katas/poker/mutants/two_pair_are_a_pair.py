"""Two pair are a pair.

Is there a pair? There is. So it is a pair.

step: 23
theme: groups
shown by: 3♦ 3♣ 5♠ 4♥ 2♦ against 3♦ 3♣ 2♠ 2♥ 4♦
riddle: It stops looking when it has found one.
hint: What is more than one of these?
"""

from finished import the_rest


def rank(groups):
    """The hand that the largest group makes."""
    right = right_rank(groups)
    return Hand(Ranking.PAIR, right.cards) if right.ranking == Ranking.TWO_PAIR else right


the_rest(globals())
