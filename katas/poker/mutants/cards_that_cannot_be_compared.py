"""Hands of one ranking with different cards crash.

A first stab in Common Lisp: the cards themselves are given to >, which wants numbers.

step: 11
theme: groups
shown by: 7♦ 5♣ 4♠ 3♥ 2♦ against 8♦ 5♣ 4♠ 3♥ 2♦
riddle: Ask it who wins, and it asks what winning is.
hint: Not a wrong answer: none at all.
"""

from typing import NamedTuple

from finished import the_rest


class Face(NamedTuple):
    """A card to look at: it is equal to others, and has no order."""

    value: int
    suit: str

    def __lt__(self, other):
        raise TypeError(f"{other} is no number")

    __gt__ = __le__ = __ge__ = __lt__

    def __eq__(self, other):
        return self.value == other.value

    __hash__ = None


def hand(cards):
    """Five cards as a hand."""
    ranking, cards = right_hand(cards)
    return Hand(ranking, [Face(card.value, card.suit) for card in cards])


the_rest(globals())
