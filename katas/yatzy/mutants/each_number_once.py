"""Chance adds up each number once.

A set was the shortest way to look at the dice.

step: 1
theme: chance
shown by: 1 1 1 1 1 as chance
riddle: It doesn't like to see anything twice.
hint: Throw one number five times.
"""

from finished import the_rest


def score(dice, category):
    """What five dice score, with each number once as chance."""
    if category == "chance":
        return sum(set(dice))
    return right_score(dice, category)


the_rest(globals())
