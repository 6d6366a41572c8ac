"""Without a pair, the highest die counts twice.

The dice were sorted, and nobody looked at the second one.

step: 8
theme: alike
shown by: 1 2 3 4 5 as pair
riddle: It sees double.
hint: Throw five different numbers.
"""

from finished import the_rest


def score(dice, category):
    """What five dice score, with any two dice as a pair."""
    if category == "pair" and not alike(dice, 2):
        return max(dice) * 2
    return right_score(dice, category)


the_rest(globals())
