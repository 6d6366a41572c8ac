"""With four alike, all five dice count.

In another game with a similar name they do.

step: 10
theme: alike
shown by: 1 1 1 1 1 as four of a kind
riddle: The fifth comes in for nothing.
hint: Which die doesn't belong to the four?
"""

from finished import the_rest


def score(dice, category):
    """What five dice score, with all of them for four of a kind."""
    if category == "four of a kind" and alike(dice, 4):
        return sum(dice)
    return right_score(dice, category)


the_rest(globals())
