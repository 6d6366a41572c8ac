"""A card that is read twice does not equal itself.

The class says which card is lower, and Python makes the rest of the order out of it. But
nobody has said when two cards are equal, so each is equal to itself alone.

step: 1
theme: reading cards
shown by: 6♣ against 6♣
riddle: It knows no twins.
hint: Read the same card twice.
"""

from functools import total_ordering

from finished import the_rest


@total_ordering
class Card:
    """A card that compares by its value."""

    def __init__(self, value, suit):
        self.value, self.suit = value, suit

    def __lt__(self, other):
        return self.value < other.value


the_rest(globals())
