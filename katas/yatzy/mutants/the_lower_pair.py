"""Of two pairs the lower one counts.

The loop goes up, and ends at the first pair.

step: 8
theme: alike
shown by: 1 1 1 2 2 as pair
riddle: It's too modest.
hint: Throw two pairs.
"""

from finished import the_rest


def of_a_kind(dice, size):
    """So many dice that are alike, the lowest, added up."""
    return min(alike(dice, size), default=0) * size


the_rest(globals())
