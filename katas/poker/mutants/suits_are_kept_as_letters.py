"""A card keeps C, D, H or S as its suit.

Symbols and letters have to become one or the other, and letters are easier to type.

step: 7
theme: reading cards
needs: card cards
shown by: reading A♣
riddle: You draw, and it spells.
hint: Ask a card for its suit.
"""

from finished import the_rest


def card(text):
    """The card that a text stands for, with a letter for its suit."""
    drawn = right_card(text)
    return Card(drawn.value, "CDHS"[SUITS.index(drawn.suit)])


the_rest(globals())
