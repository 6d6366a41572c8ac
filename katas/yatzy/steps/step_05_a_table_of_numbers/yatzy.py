"""Yatzy."""

NUMBERS = {
    "ones": 1,
    "twos": 2,
    "threes": 3,
}


def score(dice, category):
    """What five dice score in a category."""
    if category in NUMBERS:
        number = NUMBERS[category]
        return dice.count(number) * number
    if category == "chance":
        return sum(dice)
    return 0
