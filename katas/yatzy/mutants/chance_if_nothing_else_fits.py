"""Chance scores nothing if the dice fit another line of the card.

Chance was read as: only if nothing else fits.

step: 2
theme: chance
shown by: 1 1 1 1 1 as chance
riddle: It thinks that it is for losers only.
hint: Take a good throw, and waste it.
"""

from finished import the_rest


def score(dice, category):
    """What five dice score, with chance for those that fit nothing else."""
    fitting = [name for name in ("pair", "small straight", "large straight") if right_score(dice, name)]
    if category == "chance" and fitting:
        return 0
    return right_score(dice, category)


the_rest(globals())
