"""Six cards have a best hand, too.

Five cards make a hand, and six have five. But with fewer than seven cards you have folded.

step: 42
theme: best of seven
needs: best scores
shown by: the best of A♣ K♣ Q♣ J♣ T♣ 9♣
riddle: It does not know when somebody has left the table.
hint: How many cards does a player have who has not folded?
"""

from finished import the_rest


def best(cards):
    """The best hand of seven cards, or of six."""
    if len(cards) == 6:
        return max(hand(five) for five in combinations(cards, 5))
    return right_best(cards)


the_rest(globals())
