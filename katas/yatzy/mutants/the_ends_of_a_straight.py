"""A straight is what has its lowest and its highest number, and nothing outside.

The ends were looked at, and the dice between were not.

step: 12
theme: straights
shown by: 1 1 1 1 5 as small straight
riddle: It looks left and right, and never between.
hint: Keep the ends, and change the middle.
"""

from finished import the_rest


def straight(dice, numbers):
    """The sum of the numbers, if the dice have the right ends."""
    return sum(numbers) if (min(dice), max(dice)) == (numbers[0], numbers[-1]) else 0


the_rest(globals())
