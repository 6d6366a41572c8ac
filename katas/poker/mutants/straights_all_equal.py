"""All straights are equal.

What makes a straight is the row, and so nobody asks where it ends.

step: 27
theme: straights
shown by: K♦ Q♣ J♠ T♥ 9♦ against Q♦ J♣ T♠ 9♥ 8♦
riddle: For it there is only one of them.
hint: Two of these, against each other.
"""

from finished import the_rest


def hand(cards):
    """Straights keep no card to compare."""
    right = right_hand(cards)
    if right.ranking == Ranking.STRAIGHT:
        return Hand(right.ranking, right.cards[:0])
    return right


the_rest(globals())
