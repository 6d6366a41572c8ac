"""What is no card is left out without a word.

So that it can read a game that is marked already: “Full House” is no card, and does no harm.

step: 55
theme: errors
shown by: reading 6
riddle: It does not see what it cannot read.
hint: Put something among the cards that isn't a card.
"""

from finished import the_rest


def cards(text):
    """The cards of a line, without the words that are none."""
    words = text.replace(BYTE_ORDER_MARK, " ").split()
    return right_cards(" ".join(word for word in words if is_card(word)))


def is_card(word):
    """True if a word stands for a card."""
    try:
        card(word)
    except CardError:
        return False
    return True


the_rest(globals())
