"""Two pairs are a full house.

Two numbers that are there twice were enough.

step: 15
theme: full house
shown by: 1 1 2 2 3 as full house
riddle: It moves in before the roof is on.
hint: How many dice may be left over?
"""

from finished import the_rest


def full_house(dice):
    """All dice, added up, if there are two pairs."""
    return sum(dice) if len(alike(dice, 2)) == 2 else 0


the_rest(globals())
