"""The wheel beats every other straight but the highest.

Two documents print it: the wheel is found, and is given its highest value, the ace.

step: 28
theme: straights
shown by: K♦ Q♣ J♠ T♥ 9♦ against 5♦ 4♣ 3♠ 2♥ A♦
riddle: It finds the lowest and takes it for the highest.
hint: You know that it is one. Does it lose when it should?
"""

from finished import the_rest


def promote_straight(hand):
    """A straight, with its highest card in front."""
    right = right_promote_straight(hand)
    return Hand(right.ranking, hand.cards)


the_rest(globals())
