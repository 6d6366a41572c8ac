"""A straight is what has its highest number, and no number twice.

The large one was told from the small one by its six.

step: 12
theme: straights
shown by: 1 2 3 4 6 as large straight
riddle: It looks at one end only.
hint: Does a six make it large?
"""

from finished import the_rest


def straight(dice, numbers):
    """Five different dice with the right highest one, added up."""
    return sum(dice) if len(set(dice)) == 5 and max(dice) == numbers[-1] else 0


the_rest(globals())
