"""Afterwards the dice lie in another order.

The list that was given was sorted, and not a copy.

step: 12
theme: straights
needs: score
shown by: 5 4 3 2 1 as small straight, and the dice afterwards
riddle: It leaves the table in another state.
hint: Look at your dice again when you have your score.
"""

from finished import the_rest


def straight(dice, numbers):
    """The dice, put in order and added up, if they show these numbers."""
    dice.sort()
    return right_straight(dice, numbers)


the_rest(globals())
