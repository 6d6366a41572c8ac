"""Poker hands."""

FACES = {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}


def card(text):
    """The card that a text like 6♣ stands for."""
    return FACES.get(text[0], ord(text[0]) - ord("0"))
