"""Three alike have no pair in them.

The code asks whether exactly two are alike.

step: 8
theme: alike
shown by: 1 1 1 1 1 as pair
riddle: Too much of a good thing is nothing to it.
hint: Throw one more of the same.
"""

from finished import the_rest


def score(dice, category):
    """What five dice score, with a pair of exactly two."""
    if category == "pair":
        return max([n for n in dice if dice.count(n) == 2], default=0) * 2
    return right_score(dice, category)


the_rest(globals())
