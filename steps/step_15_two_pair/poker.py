"""Poker hands."""

from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

VALUES = "23456789TJQKA"

HIGH_CARD, PAIR, TWO_PAIR = range(3)


class Card(NamedTuple):
    """A card: the ace is worth 14."""

    value: int
    suit: str


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
    return all(one.suit == dealt[0].suit for one in dealt)


def hand(dealt):
    """Five cards as a hand: the stronger one compares higher."""
    return ranking(groups(sorted(dealt, reverse=True)))


def groups(dealt):
    """Sorted cards, grouped by value, the largest group first."""
    grouped = [list(group) for _, group in groupby(dealt, attrgetter("value"))]
    return sorted(grouped, key=len, reverse=True)


def ranking(grouped):
    """The hand that the shape of the groups makes."""
    match grouped:
        case [[a, b], [c, d], [e]]:
            return (TWO_PAIR, [a, b, c, d, e])
        case [[a, b], [c], [d], [e]]:
            return (PAIR, [a, b, c, d, e])
        case _:
            return (HIGH_CARD, [one for group in grouped for one in group])
