"""Straights score 30.

In another game with a similar name they do.

step: 12
theme: straights
shown by: 1 2 3 4 5 as small straight
riddle: It pays too well.
hint: Add up what lies on the table.
"""

from finished import the_rest


def straight(dice, numbers):
    """30, for a straight."""
    return 30 if sorted(dice) == numbers else 0


the_rest(globals())
