"""Of more than five cards the best five are a hand.

The best of seven is there already, and so nobody counts.

step: 64
theme: two hands
needs: compare ladder
shown by: comparing 7♦ 5♣ 4♠ 3♥ 2♦ and 7♥ 6♠ 5♣ 4♦ 3♥ 2♠
riddle: It takes more than it is due.
hint: Deal a card too many.
"""

from finished import the_rest


def read_hand(text):
    """The best hand of five or more cards that a text stands for."""
    found = cards(text)
    return max(map(hand, combinations(found, 5))) if len(found) > 5 else right_read_hand(text)


the_rest(globals())
