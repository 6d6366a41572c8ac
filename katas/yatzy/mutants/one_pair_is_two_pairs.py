"""One pair scores as two pairs.

The pairs are added up, and nobody counts them.

step: 11
theme: alike
shown by: 1 1 1 1 1 as two pairs
riddle: It's content with half.
hint: How many does this line of the card ask for?
"""

from finished import the_rest


def two_pairs(dice):
    """The dice of all pairs, added up."""
    return sum(alike(dice, 2)) * 2


the_rest(globals())
