"""Poker hands."""

from enum import IntEnum
from functools import reduce
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

VALUES = "23456789TJQKA"

LABELS = [
    "High Card",
    "Pair",
    "Two Pair",
    "Three of a Kind",
    "Straight",
    "Flush",
    "Full House",
    "Four of a Kind",
    "Straight Flush",
]


class Ranking(IntEnum):
    """What a hand can be, from the weakest to the strongest."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    def __str__(self):
        return LABELS[self]


(
    HIGH_CARD,
    PAIR,
    TWO_PAIR,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
) = Ranking


class Card(NamedTuple):
    """A card: the ace is worth 14."""

    value: int
    suit: str


class Hand(NamedTuple):
    """A ranking, and the cards in the order in which they count."""

    ranking: Ranking
    cards: list

    def __str__(self):
        return str(self.ranking)


def card(text):
    """The card that a text like 6♣ stands for."""
    return Card(value(text[0]), text[1])


def value(character):
    """What the first character of a card is worth."""
    return 2 + VALUES.index(character)


def cards(text):
    """The cards of a line, separated by spaces."""
    return [card(word) for word in text.split()]


def flush(dealt):
    """True if these cards are all of one suit."""
    return len(groups(dealt, "suit")) == 1


def hand(dealt):
    """A hand from five cards; a stronger hand is greater."""
    return pipe(
        dealt,
        highest_first,
        grouped_by_value,
        largest_group_first,
        ranking,
        promote_straight,
        promote_flush,
    )


def pipe(start, *stages):
    """Pass start through the stages, first to last."""
    return reduce(lambda result, stage: stage(result), stages, start)


def highest_first(dealt):
    """The cards from the highest to the lowest."""
    return sorted(dealt, reverse=True)


def grouped_by_value(dealt):
    """Sorted cards in groups, one for each value."""
    return groups(dealt, "value")


def largest_group_first(groups):
    """The largest group first; groups of one size stay in order."""
    return sorted(groups, key=len, reverse=True)


def groups(dealt, name):
    """Neighbours with the same value, or the same suit, in groups."""
    return [list(group) for _, group in groupby(dealt, attrgetter(name))]


def ranking(grouped):
    """The hand that the shape of the groups makes."""
    match grouped:
        case [[a, b, c, d], [e]]:
            return Hand(Ranking.FOUR_OF_A_KIND, [a, b, c, d, e])
        case [[a, b, c], [d, e]]:
            return Hand(Ranking.FULL_HOUSE, [a, b, c, d, e])
        case [[a, b, c], [d], [e]]:
            return Hand(Ranking.THREE_OF_A_KIND, [a, b, c, d, e])
        case [[a, b], [c, d], [e]]:
            return Hand(Ranking.TWO_PAIR, [a, b, c, d, e])
        case [[a, b], [c], [d], [e]]:
            return Hand(Ranking.PAIR, [a, b, c, d, e])
        case _:
            in_order = [each for group in grouped for each in group]
            return Hand(Ranking.HIGH_CARD, in_order)


def promote_straight(candidate):
    """Five values in a row are a straight; in a wheel the ace comes last."""
    ranking, (a, b, c, d, e) = candidate
    if ranking == Ranking.HIGH_CARD and a.value - e.value == 4:
        return Hand(Ranking.STRAIGHT, [a, b, c, d, e])
    if ranking == Ranking.HIGH_CARD and a.value == 14 and b.value == 5:
        return Hand(Ranking.STRAIGHT, [b, c, d, e, a])
    return candidate


def promote_flush(candidate):
    """If all cards share a suit, a high card becomes a flush.

    A straight becomes a straight flush.
    """
    ranking, ordered = candidate
    promoted = {HIGH_CARD: FLUSH, STRAIGHT: STRAIGHT_FLUSH}
    if flush(ordered):
        return Hand(promoted.get(ranking, ranking), ordered)
    return candidate
