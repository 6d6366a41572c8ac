"""A card keeps C, D, H or S as its suit.

Signs and letters have to become one of the two, and letters are easier to type.

step: 6
theme: reading cards
needs: card cards
shown by: reading A♣
riddle: You draw, and it spells.
hint: Ask a card for its suit.
"""

from finished import the_rest

SUITS = "CDHS"
SUIT_LETTERS = str.maketrans("♣♦♥♠", SUITS)

the_rest(globals())
