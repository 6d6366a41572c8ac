"""With two pairs, all five dice count.

With a full house they do, and both looked alike.

step: 11
theme: alike
shown by: 1 1 1 2 2 as two pairs
riddle: It counts what is left over.
hint: Which die doesn't belong to a pair?
"""

from finished import the_rest


def two_pairs(dice):
    """All dice, added up, if there are two pairs."""
    return sum(dice) if right_two_pairs(dice) else 0


the_rest(globals())
