"""Five ones are no yatzy.

Zero was taken for a number on a die, or ones for nothing.

step: 7
theme: alike
shown by: 1 1 1 1 1 as yatzy
riddle: It looks down on the smallest.
hint: Throw low.
"""

from finished import the_rest


def fifty(dice):
    """50, if all dice are alike, and no ones."""
    return 50 if alike(dice, 5) and 1 not in dice else 0


the_rest(globals())
