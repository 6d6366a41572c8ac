"""Three alike are a full house.

The pair was forgotten, since the examples had one.

step: 15
theme: full house
shown by: 1 1 1 1 2 as full house
riddle: Half of it is empty.
hint: What do the other two show?
"""

from finished import the_rest


def full_house(dice):
    """All dice, added up, if three are alike, and not five."""
    return sum(dice) if alike(dice, 3) and not alike(dice, 5) else 0


the_rest(globals())
