"""Three alike are four of a kind.

The third copy was made in a hurry.

step: 10
theme: alike
shown by: 1 1 1 2 2 as four of a kind
riddle: One is always missing.
hint: Throw three alike, and ask for more.
"""

from finished import the_rest


def score(dice, category):
    """What five dice score, with four of a kind for three."""
    if category == "four of a kind":
        return max(alike(dice, 3), default=0) * 4
    return right_score(dice, category)


the_rest(globals())
