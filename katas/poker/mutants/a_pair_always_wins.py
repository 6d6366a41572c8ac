"""Every pair is a winner.

A fake that was never taken away: in the first tests of marks a pair wins.

step: 49
theme: marking
needs: mark_results scores
shown by: the marks of 6♣ 6♦ A♣ 3♠ K♠ T♥ 8♦ and 9♣ A♥ K♠ K♦ 9♦ 3♣ 6♦
riddle: It has a favourite, whoever else is at the table.
hint: Let something better than a pair win.
"""

from finished import the_rest


def mark_of(result, winner):
    """The mark of one result: a hand, or None."""
    if str(result) == "Pair":
        return "Pair (winner)"
    return right_mark_of(result, winner)


the_rest(globals())
