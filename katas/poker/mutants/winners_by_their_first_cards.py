"""A hand with the ranking and the first three cards of the best hand wins as well.

Two hands are the same if what makes them is the same; at the kickers nobody looks twice.

step: 53
theme: marking
needs: mark_results scores
shown by: the marks of A♠ K♥ J♦ 9♣ 7♥ 3♠ 2♦ and A♠ K♥ J♦ 9♣ 6♥ 3♠ 2♦
riddle: A near miss is a hit.
hint: Let the last card of two players differ, and no other.
"""

from finished import the_rest


def mark_of(result, winner):
    """The mark of one result: a hand, or None."""
    if result and (result.ranking, result.cards[:3]) == (winner.ranking, winner.cards[:3]):
        return f"{result} (winner)"
    return right_mark_of(result, winner)


the_rest(globals())
