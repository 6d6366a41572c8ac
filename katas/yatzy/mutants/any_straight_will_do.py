"""Each straight counts as the other one, too.

Both were tried on each line of the card.

step: 12
theme: straights
shown by: 2 3 4 5 6 as small straight
riddle: Small or large is all the same to it.
hint: Take the right throw on the wrong line.
"""

from finished import the_rest


def straight(dice, numbers):
    """Any straight, added up."""
    lowest = min(dice)
    row = [lowest + step for step in range(len(numbers))]
    return sum(dice) if sorted(dice) == row else 0


the_rest(globals())
