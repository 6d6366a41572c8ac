"""A full house has no two pairs in it.

The code asks for two numbers of which exactly two dice are there.

step: 11
theme: alike
shown by: 1 1 1 2 2 as two pairs
riddle: It goes past a house without looking in.
hint: Throw three alike, and two alike.
"""

from finished import the_rest


def two_pairs(dice):
    """The dice of both pairs, added up, unless three are alike."""
    return 0 if alike(dice, 3) else right_two_pairs(dice)


the_rest(globals())
