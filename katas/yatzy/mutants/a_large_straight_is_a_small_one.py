"""A large straight counts as a small one, too.

Four alike have three in them, so it was thought that a large straight has a small one in it.

step: 12
theme: straights
shown by: 2 3 4 5 6 as small straight
riddle: It takes what is too large.
hint: Is large more than small, or something else?
"""

from finished import the_rest


def straight(dice, numbers):
    """Five in a row from a number on, added up."""
    lowest = max(min(dice), numbers[0])
    row = [lowest + step for step in range(len(numbers))]
    return sum(dice) if sorted(dice) == row else 0


the_rest(globals())
