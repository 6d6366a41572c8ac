"""Four alike and another one are a full house.

A full house has two numbers, so two numbers were taken for one.

step: 15
theme: full house
shown by: 1 1 1 1 2 as full house
riddle: It counts who lives there, and not in which room.
hint: Two numbers can be shared out in two ways.
"""

from finished import the_rest


def full_house(dice):
    """All dice, added up, if they show two numbers."""
    return sum(dice) if len(set(dice)) == 2 else 0


the_rest(globals())
