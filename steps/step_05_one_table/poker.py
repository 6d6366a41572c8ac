"""Poker hands."""

VALUES = "23456789TJQKA"


def card(text):
    """The card that a text like 6♣ stands for."""
    return 2 + VALUES.index(text[0])
