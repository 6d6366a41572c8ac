"""Yatzy."""


def score(dice, category):
    """What five dice score in a category."""
    if category not in CARD:
        return 0
    rule, *details = CARD[category]
    return rule(dice, *details)


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


CARD = {
    "ones": (of_a_number, 1),
    "twos": (of_a_number, 2),
    "threes": (of_a_number, 3),
    "fours": (of_a_number, 4),
    "fives": (of_a_number, 5),
    "sixes": (of_a_number, 6),
    "pair": (of_a_kind, 2),
    "two pairs": (two_pairs,),
    "three of a kind": (of_a_kind, 3),
    "four of a kind": (of_a_kind, 4),
    "small straight": (straight, [1, 2, 3, 4, 5]),
    "large straight": (straight, [2, 3, 4, 5, 6]),
    "chance": (sum,),
    "yatzy": (fifty,),
}
