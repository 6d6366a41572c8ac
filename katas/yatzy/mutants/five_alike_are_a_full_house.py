"""Five alike are a full house.

Three are alike, and two are: nobody asked whether both are the same.

step: 15
theme: full house
shown by: 1 1 1 1 1 as full house
riddle: It lets one family have both rooms.
hint: How many numbers does it take?
"""

from finished import the_rest


def full_house(dice):
    """All dice, added up, if three are alike and two are."""
    return sum(dice) if alike(dice, 5) else right_full_house(dice)


the_rest(globals())
