"""Chance adds up four dice.

A loop ended one too early.

step: 1
theme: chance
shown by: 1 1 1 1 1 as chance
riddle: It's in a hurry to be done.
hint: How many dice did you throw?
"""

from finished import the_rest


def score(dice, category):
    """What five dice score, but only four of them as chance."""
    if category == "chance":
        return sum(dice[:4])
    return right_score(dice, category)


the_rest(globals())
