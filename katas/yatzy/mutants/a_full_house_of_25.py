"""A full house scores 25.

In another game with a similar name it does.

step: 15
theme: full house
shown by: 1 1 1 2 2 as full house
riddle: All houses cost the same to it.
hint: Add up the dice.
"""

from finished import the_rest


def full_house(dice):
    """25, for a full house."""
    return 25 if right_full_house(dice) else 0


the_rest(globals())
