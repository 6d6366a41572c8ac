"""Four in a row are a small straight.

In another game with a similar name they are.

step: 12
theme: straights
shown by: 1 1 2 3 4 as small straight
riddle: It needs one die less than the others.
hint: How long is the row?
"""

from finished import the_rest


def score(dice, category):
    """What five dice score, with a small straight of four."""
    if category == "small straight" and {1, 2, 3, 4} <= set(dice):
        return 15
    return right_score(dice, category)


the_rest(globals())
