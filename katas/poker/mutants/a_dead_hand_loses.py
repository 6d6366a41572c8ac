"""A hand that does not have five cards is no error: it loses.

At the table a hand with the wrong number of cards is dead, and the other one wins.

step: 64
theme: two hands
needs: compare ladder showdown
shown by: comparing 5♦ 4♣ 3♠ 2♥ and 5♥ 4♠ 3♣ 2♦
riddle: It buries whom it should ask.
hint: Deal a card too few.
"""

from finished import the_rest


def hand_of(cards):
    """Five cards as a hand; any other number of cards is dead."""
    return hand(cards) if len(cards) == 5 else Hand(-1, [])


the_rest(globals())
