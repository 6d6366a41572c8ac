"""The cards are taken in the order in which they are dealt.

The cards of the first tests were written down from the highest to the lowest, and nobody
noticed that nothing sorts them.

step: 11
theme: reading cards
shown by: 7♦ 5♣ 4♠ 3♥ 2♦ against 5♦ 4♣ 3♠ 2♥ A♦
riddle: It believes that every dealer is tidy.
hint: Give it a hand whose highest card is not the first one.
"""

from finished import the_rest


def highest_first(cards):
    """The cards from the highest to the lowest, if they come like that."""
    return list(cards)


the_rest(globals())
