"""Suits break ties, even before a kicker is looked at.

In Poker Hand a card compares by value and then by suit, and hands compare by their cards.

step: 52
theme: ties
shown by: 8♦ 5♣ 4♠ 3♥ 2♦ against 2♦ 4♣ 6♠ 8♥ 3♦
riddle: It prefers spades, and cannot wait to say so.
hint: Equal pairs of different suits.
"""

from typing import NamedTuple

from finished import the_rest


class Card(NamedTuple):
    """A card: the ace is worth 14."""

    value: int
    suit: str


the_rest(globals())
