"""Makes game.txt: a thousand deals of two hands, with everything in them that a wrong evaluator gets wrong.

    python3 katas/deals/make_deals.py > katas/deals/game.txt

A file of random deals has next to no ties, wheels, fours of a kind or straight flushes, and passes
evaluators that have never heard of them. So each kind of hand is dealt on purpose, against its like,
against its equal and against any hand; the rest is random. The seed makes the file the same each time.
"""

import random

VALUES = "23456789TJQKA"
SUITS = "CDHS"
DECK = [value + suit for value in VALUES for suit in SUITS]
DEALS = 1000


def of_sizes(*sizes):
    """A maker of hands whose equal values stand on so many cards each: (3, 2) is a full house."""

    def make(dice):
        values = dice.sample(VALUES, len(sizes))
        return [v + s for v, size in zip(values, sizes, strict=True) for s in dice.sample(SUITS, size)]

    return make


def run_from(dice, lowest):
    """Five values in a row; the one from the ace is the wheel."""
    low_ace = "A" + VALUES
    start = low_ace.index(lowest)
    return [value + dice.choice(SUITS) for value in low_ace[start : start + 5]]


def straight(dice):
    return run_from(dice, dice.choice("A23456789T"))


def wheel(dice):
    return run_from(dice, "A")


def flush(dice):
    suit = dice.choice(SUITS)
    return [value + suit for value in dice.sample(VALUES, 5)]


def straight_flush(dice):
    suit = dice.choice(SUITS)
    return [value + suit for value, _ in straight(dice)]


def any_hand(dice):
    return dice.sample(DECK, 5)


def same_values(dice, hand):
    """The values of a hand again, in suits that are free: often its equal."""
    other = []
    for value, _ in hand:
        free = [value + suit for suit in SUITS if value + suit not in [*hand, *other]]
        other += dice.sample(free, 1) if free else []
    return other


KINDS = [
    of_sizes(2, 1, 1, 1),
    of_sizes(2, 2, 1),
    of_sizes(3, 1, 1),
    straight,
    wheel,
    flush,
    of_sizes(3, 2),
    of_sizes(4, 1),
    straight_flush,
]


def deals(dice):
    """Pairs of hands, for ever: of each kind against its like, against any hand, and against its equal."""
    while True:
        for kind in KINDS:
            hand = kind(dice)
            yield hand, kind(dice)
            yield hand, any_hand(dice)
            yield hand, same_values(dice, hand)
        for _ in KINDS:
            yield any_hand(dice), any_hand(dice)


def lines(dice):
    """Deals as lines: ten different cards, the sides and the cards of each side shuffled."""
    for pair in deals(dice):
        left, right = dice.sample(pair, 2)
        if len({*left, *right}) == 10:
            yield " ".join(dice.sample(left, 5) + dice.sample(right, 5))


if __name__ == "__main__":
    endless = lines(random.Random(2012))
    for _ in range(DEALS):
        print(next(endless))
