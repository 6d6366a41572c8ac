"""A full house has its three lower than its pair.

The sorted dice were looked at from one side.

step: 15
theme: full house
shown by: 1 1 2 2 2 as full house
riddle: It can't stand on its head.
hint: Exchange the three and the two.
"""

from finished import the_rest


def full_house(dice):
    """All dice, added up, if the three lowest are alike, and the two highest."""
    return right_full_house(dice) if sorted(dice)[0] == sorted(dice)[2] else 0


the_rest(globals())
