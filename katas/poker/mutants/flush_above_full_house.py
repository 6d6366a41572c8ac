"""A flush beats a full house.

Both are rare, and the full house looks more like the pairs below. (Under other rules, with
fewer cards, it is so.)

step: 29
theme: flushes
shown by: 7♥ 5♥ 4♥ 3♥ 2♥ against 2♦ 2♣ 2♠ 3♥ 3♦
riddle: Somebody moved in one floor too high.
hint: Which ranking is just above the flush?
"""

from enum import IntEnum

from finished import the_rest

LABELS = [
    "High Card",
    "Pair",
    "Two Pair",
    "Three of a Kind",
    "Straight",
    "Full House",
    "Flush",
    "Four of a Kind",
    "Straight Flush",
]


class Ranking(IntEnum):
    """What a hand can be: the flush and the full house have changed places."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FULL_HOUSE = 5
    FLUSH = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    def __str__(self):
        return LABELS[self]


the_rest(globals())
