"""A yatzy scores the sum of its dice.

All others do, so it was taken for one of them.

step: 7
theme: alike
shown by: 1 1 1 1 1 as yatzy
riddle: Its best throw is a small one.
hint: Which line of the card has a score of its own?
"""

from finished import the_rest


def fifty(dice):
    """All dice, added up, if they are alike."""
    return sum(dice) if alike(dice, 5) else 0


the_rest(globals())
