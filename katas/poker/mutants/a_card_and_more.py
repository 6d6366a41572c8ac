"""What follows a card is not read.

A card has two characters, so two are taken.

step: 55
theme: errors
shown by: reading 6♣♣
riddle: It does not read to the end of the word.
hint: A card with something behind it.
"""

from finished import the_rest


def card(text):
    """The card that the beginning of a text stands for."""
    try:
        return right_card(text)
    except CardError:
        if len(text) == 2:
            raise
        return right_card(text[:2])


the_rest(globals())
