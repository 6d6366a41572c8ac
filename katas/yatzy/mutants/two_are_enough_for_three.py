"""Two alike are three of a kind.

The rule for a pair was copied, and one of its numbers stayed.

step: 9
theme: alike
shown by: 1 1 1 2 2 as three of a kind
riddle: It rounds up.
hint: Throw a pair, and ask for more.
"""

from finished import the_rest


def score(dice, category):
    """What five dice score, with three of a kind for two."""
    if category == "three of a kind":
        return max(alike(dice, 2), default=0) * 3
    return right_score(dice, category)


the_rest(globals())
