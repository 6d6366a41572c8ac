"""The wheel in one suit beats all straight flushes but the royal one.

The valuations in F# give it its highest value, the ace. The plain wheel was mended, this one
was not.

step: 30
theme: straights
shown by: K♥ Q♥ J♥ T♥ 9♥ against 5♥ 4♥ 3♥ 2♥ A♥
riddle: It was mended in one place.
hint: What you know of the wheel, once more in one suit.
"""

from finished import the_rest


def promote_flush(hand):
    """In one suit a straight is a straight flush, its highest card in front."""
    right = right_promote_flush(hand)
    if right.ranking == Ranking.STRAIGHT_FLUSH:
        return Hand(right.ranking, highest_first(right.cards))
    return right


the_rest(globals())
