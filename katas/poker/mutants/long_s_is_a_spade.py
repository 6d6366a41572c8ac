"""Aſ is the ace of spades, with a letter that few have ever typed.

Words are put in capitals first, and Python turns some other letters into the same capitals.

step: 62
theme: spellings
shown by: reading A‹U+017F›
riddle: It takes an old acquaintance for a suit.
hint: Which letters besides s become an S?
"""

from finished import the_rest


def card(text):
    """The card that a text like 6♣, 6c or 10♥ stands for, in capitals."""
    try:
        return right_card(text.upper())
    except CardError:
        raise CardError(f"{text} is no card") from None


the_rest(globals())
