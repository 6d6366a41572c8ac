"""A hand of any ranking whose first card less its last is four is a straight.

The last listing of Poker Hand: promoteStraight takes a hand of any ranking. Kings over nines
span four.

step: 33
theme: straights
shown by: 7♥ 5♥ 4♥ 3♥ 2♥ against K♦ K♣ K♠ 9♥ 9♦
riddle: It promotes whom it should leave where they are.
hint: A ranking higher than a straight, whose first and last card are four apart.
"""

from finished import the_rest


def promote_straight(hand):
    """A hand in sequence is a straight; in a wheel the ace comes last."""
    a, *_, e = hand.cards
    if a.value - e.value == 4:
        return Hand(Ranking.STRAIGHT, hand.cards)
    return right_promote_straight(hand)


the_rest(globals())
