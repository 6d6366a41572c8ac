"""Poker hands."""

from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

VALUES = "23456789TJQKA"

HIGH_CARD, PAIR = range(2)


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
    return len(groups(dealt, "suit")) == 1


def hand(dealt):
    """A hand from five cards; a stronger hand is greater."""
    highest_first = sorted(dealt, reverse=True)
    if len(groups(highest_first, "value")) == 4:
        return (PAIR, highest_first)
    return (HIGH_CARD, highest_first)


def groups(dealt, name):
    """Neighbours with the same value, or the same suit, in groups."""
    return [list(group) for _, group in groupby(dealt, attrgetter(name))]
