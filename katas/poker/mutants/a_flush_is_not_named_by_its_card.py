"""A flush that beats a weaker ranking is a flush, and no card is named.

Where the ranking decides no card does.

step: 74
theme: two hands
needs: showdown
shown by: who wins B: 9♥ 7♥ 5♥ 3♥ 2♥ W: 3♣ 3♦ 6♣ 5♦ 2♣
riddle: Of its colour it says all, and of its worth nothing.
hint: A flush against a straight: read what it won with.
"""

from finished import the_rest


def reason(winner, loser):
    """What the winner won with, in the words of the kata."""
    if winner.ranking == Ranking.FLUSH != loser.ranking:
        return "flush"
    return right_reason(winner, loser)


the_rest(globals())
