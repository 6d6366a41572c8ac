"""Whoever has the ranking and the first three cards of the best hand wins as well.

Two hands are the same if what makes them is the same; at the kickers nobody looks twice.

step: 40
theme: marking
needs: mark_results scores
shown by: the marks of A♠ K♥ J♦ 9♣ 7♥ 3♠ 2♦ and A♠ K♥ J♦ 9♣ 6♥ 3♠ 2♦
riddle: A near miss is a hit.
hint: Let the last card of two players differ, and no other.
"""

from finished import the_rest


def mark(best, winner):
    """The mark of one best hand."""
    if best and (best.ranking, best.cards[:3]) == (winner.ranking, winner.cards[:3]):
        return f"{best} (winner)"
    return right_mark(best, winner)


the_rest(globals())
