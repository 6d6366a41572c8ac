"""Only clubs make a flush.

The fake that made the first test of a flush green was never taken away.

step: 10
theme: flushes
shown by: is A♦ T♦ 3♦ 4♦ 2♦ a flush
riddle: It has a favourite among four.
hint: Try the same hand in another suit.
"""

from finished import the_rest


def flush(cards):
    """Are these cards all clubs?"""
    return all(card.suit == "♣" for card in cards)


the_rest(globals())
