"""Four alike are a yatzy.

The first and the last die were looked at, and one between was not.

step: 7
theme: alike
shown by: 1 1 1 1 2 as yatzy
riddle: It's happy a little too early.
hint: How many dice have to agree?
"""

from finished import the_rest


def fifty(dice):
    """50, if four dice are alike."""
    return 50 if alike(dice, 4) else 0


the_rest(globals())
