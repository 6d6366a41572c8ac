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
    grouped = groups(sorted(dealt, reverse=True), "value")
    return ranking(largest_group_first(grouped))


def largest_group_first(groups):
    """The largest group first; groups of one size stay in order."""
    return sorted(groups, key=len, reverse=True)


def groups(dealt, name):
    """Neighbours with the same value, or the same suit, in groups."""
    return [list(group) for _, group in groupby(dealt, attrgetter(name))]


def ranking(grouped):
    """The hand that the shape of the groups makes."""
    match grouped:
        case [[a, b], [c], [d], [e]]:
            return (PAIR, [a, b, c, d, e])
        case _:
            return (HIGH_CARD, [each for group in grouped for each in group])
