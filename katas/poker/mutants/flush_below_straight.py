"""A straight beats a flush.

The new ranking was put in one line too early, and no test had both.

step: 29
theme: flushes
shown by: 7♥ 5♥ 4♥ 3♥ 2♥ against K♦ Q♣ J♠ T♥ 9♦
riddle: Two rankings that stand side by side have changed places.
hint: The five cards that follow each other, against the five of one suit.
"""

from enum import IntEnum

from finished import the_rest

LABELS = [
    "High Card",
    "Pair",
    "Two Pair",
    "Three of a Kind",
    "Flush",
    "Straight",
    "Full House",
    "Four of a Kind",
    "Straight Flush",
]


class Ranking(IntEnum):
    """What a hand can be: the straight and the flush have changed places."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    FLUSH = 4
    STRAIGHT = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    def __str__(self):
        return LABELS[self]


the_rest(globals())
