"""A card may be there twice.

Every card of the line is fine; nobody looks at all of them together.

step: 56
theme: errors
shown by: reading 6♣ 6♣
riddle: It never counts the deck.
hint: Each card is right, and yet the line is not.
"""

from finished import the_rest


def cards(text):
    """The cards of a line, separated by white space."""
    return [card(word) for word in text.replace(BYTE_ORDER_MARK, " ").split()]


the_rest(globals())
