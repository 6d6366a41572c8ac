"""Hands of one ranking are compared from their highest card down.

A first stab in Common Lisp, whose author says that this is not done yet: whatever pair they
hold, the highest card decides.

step: 20
theme: groups
shown by: 3♦ 3♣ 5♠ 4♥ 2♦ against 2♦ 2♣ 7♠ 6♥ 5♦
riddle: It counts what is high before what is many.
hint: Two pairs, of which the lower has the higher card beside it.
"""

from finished import the_rest


def hand(cards):
    """The cards of a pair, of trips and so on stand from the highest down."""
    right = right_hand(cards)
    if right.ranking in (Ranking.STRAIGHT, Ranking.STRAIGHT_FLUSH):
        return right
    return Hand(right.ranking, highest_first(cards))


the_rest(globals())
