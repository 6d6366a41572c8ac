"""Yatzy."""


def score(dice, category):
    """What five dice score in a category."""
    if category == "ones":
        return dice.count(1)
    if category == "twos":
        return dice.count(2) * 2
    if category == "threes":
        return dice.count(3) * 3
    if category == "chance":
        return sum(dice)
    return 0
