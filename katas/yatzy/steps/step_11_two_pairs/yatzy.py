"""Yatzy."""

NUMBERS = {
    "ones": 1,
    "twos": 2,
    "threes": 3,
    "fours": 4,
    "fives": 5,
    "sixes": 6,
}
SIZES = {
    "pair": 2,
    "three of a kind": 3,
    "four of a kind": 4,
}


def score(dice, category):
    """What five dice score in a category."""
    if category in NUMBERS:
        number = NUMBERS[category]
        return dice.count(number) * number
    if category in SIZES:
        size = SIZES[category]
        return max(alike(dice, size), default=0) * size
    if category == "two pairs":
        pairs = alike(dice, 2)
        if len(pairs) == 2:
            return sum(pairs) * 2
    if category == "chance":
        return sum(dice)
    if category == "yatzy" and len(set(dice)) == 1:
        return 50
    return 0


def alike(dice, size):
    """The numbers that so many dice show, or more."""
    return [number for number in set(dice) if dice.count(number) >= size]
