"""Five cards that span four are a straight, even if two of them are a pair.

The highest less the lowest is four in a straight. It is four elsewhere, too.

step: 27
theme: straights
shown by: K♦ Q♣ J♠ T♥ 9♦ against K♦ K♣ J♠ T♥ 9♦
riddle: It measures from one end to the other and does not look for a hole.
hint: Write a pair with a gap beside it, so that the ends are right.
"""

from finished import the_rest


def promote_straight(hand):
    """A hand whose highest value less its lowest is four is a straight."""
    highest, *_, lowest = sorted(hand.cards, reverse=True)
    if highest.value - lowest.value == 4 and hand.ranking < Ranking.STRAIGHT:
        return Hand(Ranking.STRAIGHT, sorted(hand.cards, reverse=True))
    return right_promote_straight(hand)


the_rest(globals())
