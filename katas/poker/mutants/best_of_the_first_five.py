"""The best of seven cards is the hand of the first five.

A fake that was never taken away.

step: 44
theme: best of seven
needs: best scores
shown by: the best of 7♠ 5♥ 4♦ 3♠ 2♥ K♦ A♣
riddle: It reads as many as it needs, and no more.
hint: Put what makes the hand at the end of the line.
"""

from finished import the_rest


def best(cards):
    """The hand of the first five of seven cards."""
    return hand(cards[:5]) if right_best(cards) else None


the_rest(globals())
