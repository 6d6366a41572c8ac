"""Five alike have no four in them.

Five alike were thought to be a yatzy and nothing else.

step: 10
theme: alike
shown by: 1 1 1 1 1 as four of a kind
riddle: It can't see what is inside.
hint: Throw the best, and ask for the second best.
"""

from finished import the_rest


def score(dice, category):
    """What five dice score, with four of a kind of exactly four."""
    if category == "four of a kind" and alike(dice, 5):
        return 0
    return right_score(dice, category)


the_rest(globals())
