"""10♥ is no card: a ten is T.

Every other number is written as it is.

step: 63
theme: spellings
shown by: reading 10♣
riddle: It cannot count as far as most people.
hint: One value has two usual spellings.
"""

from finished import the_rest


def card(text):
    """The card that a text like 6♣, 6c or T♥ stands for."""
    if text.startswith("10"):
        raise CardError(f"{text} is no card")
    return right_card(text)


the_rest(globals())
