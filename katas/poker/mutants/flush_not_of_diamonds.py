"""Diamonds make no flush.

Three of four suits were written down. A published suite of 37 tests lets this one through.

step: 10
theme: flushes
shown by: is A♦ T♦ 3♦ 4♦ 2♦ a flush
riddle: Three of four are enough for it, and you have not asked for the fourth.
hint: Is there a flush of each suit in your tests?
"""

from finished import the_rest


def flush(cards):
    """True if these cards are all of one suit of three."""
    return {card.suit for card in cards} in ({"♣"}, {"♥"}, {"♠"})


the_rest(globals())
