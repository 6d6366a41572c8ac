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


def flush(cards):
    """True if these cards are all of one suit."""
    return all(one.suit == cards[0].suit for one in cards)


def hand(cards):
    """Five cards as a hand: the stronger one compares higher."""
    ranked = ranking(groups(sorted(cards, reverse=True)))
    return promote_flush(promote_straight(ranked))


def groups(cards):
    """Sorted cards, grouped by value, the largest group first."""
    grouped = [list(group) for _, group in groupby(cards, attrgetter("value"))]
    return sorted(grouped, key=len, reverse=True)


def ranking(groups):
    """The hand that the shape of the groups makes."""
    match groups:
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
            return (HIGH_CARD, [one for group in groups for one in group])


def promote_straight(hand):
    """Five values in a row are a straight; in a wheel the ace comes last."""
    ranking, (a, b, c, d, e) = hand
    if ranking == HIGH_CARD and a.value - e.value == 4:
        return (STRAIGHT, [a, b, c, d, e])
    if ranking == HIGH_CARD and a.value == 14 and b.value == 5:
        return (STRAIGHT, [b, c, d, e, a])
    return hand


def promote_flush(hand):
    """In one suit a high card is a flush, a straight a straight flush."""
    ranking, cards = hand
    promoted = {HIGH_CARD: FLUSH, STRAIGHT: STRAIGHT_FLUSH}
    if flush(cards):
        return (promoted.get(ranking, ranking), cards)
    return hand
