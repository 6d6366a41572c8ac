"""Of seven cards only the ranking counts: players of one ranking share the win.

In Poker Hand the best of seven cards is a ranking without its cards.

step: 53
theme: best of seven
needs: best scores
shown by: the marks of A♥ K♦ A♠ 9♣ 7♦ 3♠ 2♣ and A♣ Q♦ A♠ 9♣ 7♦ 3♠ 2♣
riddle: It is too generous with the prize.
hint: Two players with the same ranking, of which one is better.
"""

from finished import the_rest


def best(cards):
    """The ranking of the best five of seven cards; of fewer cards, none."""
    right = right_best(cards)
    return right and right.ranking


the_rest(globals())
