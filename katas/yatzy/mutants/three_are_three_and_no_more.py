"""Four alike have no three in them.

The code asks whether exactly three are alike.

step: 9
theme: alike
shown by: 1 1 1 1 1 as three of a kind
riddle: It wants neither less nor more.
hint: Throw four alike, and ask for fewer.
"""

from finished import the_rest


def score(dice, category):
    """What five dice score, with three of a kind of exactly three."""
    if category == "three of a kind":
        return max([n for n in dice if dice.count(n) == 3], default=0) * 3
    return right_score(dice, category)


the_rest(globals())
