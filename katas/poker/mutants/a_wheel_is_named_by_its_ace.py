"""A wheel is named by its ace.

A straight is named by its highest card, and no card is higher.

step: 74
theme: two hands
needs: showdown
shown by: who wins B: AH 2D 3S 4C 5D W: KC KD 9H 8S 7C
riddle: It boasts of its last card.
hint: The lowest straight wins: read what it won with.
"""

from finished import the_rest


def reason(winner, loser):
    """What the winner won with, in the words of the kata."""
    if winner.ranking in (Ranking.STRAIGHT, Ranking.STRAIGHT_FLUSH):
        return f"{str(winner).lower()}: {value_name(max(values(winner)))}"
    return right_reason(winner, loser)


the_rest(globals())
