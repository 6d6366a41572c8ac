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
        numbers = [number for number in dice if dice.count(number) >= size]
        return max(numbers, default=0) * size
    if category == "chance":
        return sum(dice)
    if category == "yatzy" and len(set(dice)) == 1:
        return 50
    return 0
