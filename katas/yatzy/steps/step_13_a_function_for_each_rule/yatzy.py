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
STRAIGHTS = {
    "small straight": [1, 2, 3, 4, 5],
    "large straight": [2, 3, 4, 5, 6],
}


def score(dice, category):
    """What five dice score in a category."""
    if category in NUMBERS:
        return of_a_number(dice, NUMBERS[category])
    if category in SIZES:
        return of_a_kind(dice, SIZES[category])
    if category == "two pairs":
        return two_pairs(dice)
    if category in STRAIGHTS:
        return straight(dice, STRAIGHTS[category])
    if category == "chance":
        return sum(dice)
    if category == "yatzy":
        return fifty(dice)
    return 0


def alike(dice, size):
    """The numbers that so many dice show, or more."""
    return [number for number in set(dice) if dice.count(number) >= size]


def of_a_number(dice, number):
    """The dice that show a number, added up."""
    return dice.count(number) * number


def of_a_kind(dice, size):
    """So many dice that are alike, the highest, added up."""
    return max(alike(dice, size), default=0) * size


def two_pairs(dice):
    """The dice of both pairs, added up."""
    pairs = alike(dice, 2)
    if len(pairs) == 2:
        return sum(pairs) * 2
    return 0


def straight(dice, numbers):
    """All dice, added up, if they show these numbers."""
    if sorted(dice) == numbers:
        return sum(dice)
    return 0


def fifty(dice):
    """50, if all dice are alike."""
    if alike(dice, 5):
        return 50
    return 0
