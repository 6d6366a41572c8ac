"""No straight but the wheel is ever found.

This is in a printed listing of Poker Hand: it asks for a hand that is a straight already, and
nothing ever makes it one.

step: 27
theme: straights
shown by: 7♦ 5♣ 4♠ 3♥ 2♦ against 6♦ 5♣ 4♠ 3♥ 2♦
riddle: It waits for somebody else to do its work.
hint: The plainest row of five cards that you can think of.
"""

from finished import the_rest


def promote_straight(hand):
    """A straight in sequence is a straight."""
    right = right_promote_straight(hand)
    return right if right.cards[0].value == 5 else hand


the_rest(globals())
