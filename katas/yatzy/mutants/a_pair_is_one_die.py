"""A pair scores what one of its dice shows.

The number was found, and not multiplied.

step: 8
theme: alike
shown by: 1 1 1 1 1 as pair
riddle: It takes two and pays for one.
hint: How many dice of a pair count?
"""

from finished import the_rest


def score(dice, category):
    """What five dice score, with one die for a pair."""
    if category == "pair":
        return max(alike(dice, 2), default=0)
    return right_score(dice, category)


the_rest(globals())
