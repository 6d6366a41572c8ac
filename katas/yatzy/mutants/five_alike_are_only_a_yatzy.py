"""Five alike score nothing on any line but yatzy.

A throw was taken for one thing only.

step: 3
theme: alike
shown by: 1 1 1 1 1 as ones
riddle: It's too proud for a small win.
hint: Take the best throw of all, and use it for something else.
"""

from finished import the_rest


def score(dice, category):
    """What five dice score, with five alike for yatzy alone."""
    if category not in ("yatzy", "chance") and alike(dice, 5):
        return 0
    return right_score(dice, category)


the_rest(globals())
