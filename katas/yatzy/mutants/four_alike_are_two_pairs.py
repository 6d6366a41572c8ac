"""Four alike are two pairs.

In some families they are; our statement says no.

step: 11
theme: alike
shown by: 1 1 1 1 1 as two pairs
riddle: It cuts a thing in half and has two.
hint: Do both have to be different?
"""

from finished import the_rest


def two_pairs(dice):
    """The dice of both pairs, added up, which may be alike."""
    return max(alike(dice, 4), default=0) * 4 or right_two_pairs(dice)


the_rest(globals())
