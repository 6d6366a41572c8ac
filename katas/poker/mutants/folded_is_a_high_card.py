"""Fewer than seven cards are a high card, the weakest there is.

A player who has folded must not win, so they get a hand that loses to every other one.

step: 42
theme: best of seven
needs: best scores
shown by: the marks of A♣
riddle: It has something for those who have left, too.
hint: What does a player have who has folded?
"""

from finished import the_rest


def best(cards):
    """The best hand that five of seven cards make; of fewer cards, the weakest hand."""
    if len(cards) < 7:
        return Hand(Ranking.HIGH_CARD, [])
    return right_best(cards)


the_rest(globals())
