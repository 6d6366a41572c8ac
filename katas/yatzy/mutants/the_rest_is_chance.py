"""What is not on the card scores as chance does.

Chance was the first rule, and stayed at the end of the function.

step: 2
theme: chance
shown by: 1 1 1 1 1 as bingo
riddle: It gives points to everybody who asks.
hint: Ask for something that no card has.
"""

from finished import the_rest


def score(dice, category):
    """What five dice score, or their sum."""
    if category not in CARD:
        return sum(dice)
    return right_score(dice, category)


the_rest(globals())
