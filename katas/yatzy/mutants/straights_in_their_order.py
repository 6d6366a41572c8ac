"""A straight counts only if its dice lie in their order.

The dice were compared as they came.

step: 12
theme: straights
shown by: 5 4 3 2 1 as small straight
riddle: It wants everything tidy.
hint: Shake the cup once more.
"""

from finished import the_rest


def straight(dice, numbers):
    """The dice, added up, if they lie like these numbers."""
    return sum(dice) if dice == numbers else 0


the_rest(globals())
