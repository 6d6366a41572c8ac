"""The number that is there most often counts as a pair.

The numbers were counted, and the one with the largest count was taken.

step: 8
theme: alike
shown by: 1 1 1 2 2 as pair
riddle: It believes in majorities.
hint: Throw a full house with low threes.
"""

from finished import the_rest


def score(dice, category):
    """What five dice score, with a pair of what is there most."""
    if category == "pair" and alike(dice, 3):
        return max(alike(dice, 3)) * 2
    return right_score(dice, category)


the_rest(globals())
