"""Yatzy."""

NUMBERS = {
    "ones": 1,
    "twos": 2,
    "threes": 3,
    "fours": 4,
    "fives": 5,
    "sixes": 6,
}


def score(dice, category):
    """What five dice score in a category."""
    if category in NUMBERS:
        number = NUMBERS[category]
        return dice.count(number) * number
    if category == "pair":
        pairs = [number for number in dice if dice.count(number) >= 2]
        return max(pairs, default=0) * 2
    if category == "chance":
        return sum(dice)
    if category == "yatzy" and len(set(dice)) == 1:
        return 50
    return 0
