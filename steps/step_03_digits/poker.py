"""Poker hands."""


def card(text):
    """The card that a text like 6♣ stands for."""
    return ord(text[0]) - ord("0")
