"""A full house is named by the higher value first.

Two pair are named like this, and a full house has two values too.

step: 76
theme: two hands
needs: showdown
shown by: who wins B: 9♦ 8♣ 7♠ 5♥ 2♦ W: 2♥ 2♠ 2♣ 3♦ 3♥
riddle: It names the guest before the host.
hint: A full house whose pair is the higher.
"""

from finished import the_rest


def reason(winner, loser):
    """What the winner won with, in the words of the kata."""
    if winner.ranking == Ranking.FULL_HOUSE:
        high, low = sorted(values(winner), reverse=True)
        return f"full house: {value_name(high)} over {value_name(low)}"
    return right_reason(winner, loser)


the_rest(globals())
