"""Five different dice are a straight, with a gap or without.

A straight has no number twice, so that alone was asked.

step: 12
theme: straights
shown by: 1 2 3 4 6 as small straight
riddle: It doesn't mind holes.
hint: Leave one out in the middle.
"""

from finished import the_rest


def straight(dice, numbers):
    """Five different dice, added up."""
    return sum(dice) if len(set(dice)) == len(numbers) else 0


the_rest(globals())
