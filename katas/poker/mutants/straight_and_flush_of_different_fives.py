"""Seven cards with a straight and a flush are a straight flush.

Is there a straight among the seven? Is there a flush? But they may be of different fives.

step: 45
theme: best of seven
needs: best scores
shown by: the best of 9♥ 8♠ 7♥ 6♥ 5♥ 2♥ K♣
riddle: It adds up two things that do not belong to each other.
hint: A straight and a flush in seven cards, with one card that is only in one of them.
"""

from finished import the_rest


def best(cards):
    """The best hand of seven cards; straight and flush are a straight flush."""
    right = right_best(cards)
    if right and right.ranking == Ranking.FLUSH:
        for five in map(hand, combinations(cards, 5)):
            if five.ranking == Ranking.STRAIGHT:
                return Hand(Ranking.STRAIGHT_FLUSH, five.cards)
    return right


the_rest(globals())
