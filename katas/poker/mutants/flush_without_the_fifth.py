"""The fifth card of a flush does not count.

A published suite of 37 tests lets it through.

step: 29
theme: kickers
shown by: 9♥ 8♥ 7♥ 6♥ 2♥ against 9♥ 8♥ 7♥ 6♥ 3♥
riddle: All of one suit, and one of them does not count.
hint: Two of these that differ as late as possible.
"""

from finished import the_rest


def hand(cards):
    """The fifth card of a flush does not count."""
    right = right_hand(cards)
    if right.ranking == Ranking.FLUSH:
        return Hand(right.ranking, right.cards[:4])
    return right


the_rest(globals())
