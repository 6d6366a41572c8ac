"""The fifth card of a high card does not count.

The comparison was written out by hand, and the last line is missing.

step: 11
theme: kickers
shown by: 9♦ 8♣ 7♠ 6♥ 2♦ against 9♦ 8♣ 7♠ 6♥ 3♦
riddle: Down to the last, says the rule; it stops before.
hint: Two hands that differ as late as possible.
"""

from finished import the_rest


def hand(cards):
    """The fifth card of a high card does not count."""
    right = right_hand(cards)
    if right.ranking == Ranking.HIGH_CARD:
        return Hand(right.ranking, right.cards[:4])
    return right


the_rest(globals())
