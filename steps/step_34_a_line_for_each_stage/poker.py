"""Poker hands."""

from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

VALUES = "23456789TJQKA"

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
) = range(9)


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
    in_order = highest_first(dealt)
    by_value = grouped_by_value(in_order)
    by_size = largest_group_first(by_value)
    candidate = ranking(by_size)
    with_straights = promote_straight(candidate)
    return promote_flush(with_straights)


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
            return (FOUR_OF_A_KIND, [a, b, c, d, e])
        case [[a, b, c], [d, e]]:
            return (FULL_HOUSE, [a, b, c, d, e])
        case [[a, b, c], [d], [e]]:
            return (THREE_OF_A_KIND, [a, b, c, d, e])
        case [[a, b], [c, d], [e]]:
            return (TWO_PAIR, [a, b, c, d, e])
        case [[a, b], [c], [d], [e]]:
            return (PAIR, [a, b, c, d, e])
        case _:
            return (HIGH_CARD, [each for group in grouped for each in group])


def promote_straight(candidate):
    """Five values in a row are a straight; in a wheel the ace comes last."""
    ranking, (a, b, c, d, e) = candidate
    if ranking == HIGH_CARD and a.value - e.value == 4:
        return (STRAIGHT, [a, b, c, d, e])
    if ranking == HIGH_CARD and a.value == 14 and b.value == 5:
        return (STRAIGHT, [b, c, d, e, a])
    return candidate


def promote_flush(candidate):
    """If all cards share a suit, a high card becomes a flush.

    A straight becomes a straight flush.
    """
    ranking, ordered = candidate
    promoted = {HIGH_CARD: FLUSH, STRAIGHT: STRAIGHT_FLUSH}
    if flush(ordered):
        return (promoted.get(ranking, ranking), ordered)
    return candidate
