"""With three alike, all five dice count.

In another game with a similar name they do.

step: 9
theme: alike
shown by: 1 1 1 1 1 as three of a kind
riddle: It brings along friends who weren't asked.
hint: Look at the dice that are not alike.
"""

from finished import the_rest


def score(dice, category):
    """What five dice score, with all of them for three of a kind."""
    if category == "three of a kind" and alike(dice, 3):
        return sum(dice)
    return right_score(dice, category)


the_rest(globals())
