"""Sixes are not on the card.

A row of the table was forgotten, as none of the examples asked for it.

step: 6
theme: numbers
shown by: 1 1 1 1 6 as sixes
riddle: It stops before the end.
hint: Try the last one of each kind.
"""

from finished import the_rest


def score(dice, category):
    """What five dice score, but nothing for sixes."""
    if category == "sixes":
        return 0
    return right_score(dice, category)


the_rest(globals())
