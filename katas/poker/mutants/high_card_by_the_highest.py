"""Of a high card only the highest card counts.

It is called high card, not high cards.

step: 11
theme: kickers
shown by: 8♦ 5♣ 4♠ 3♥ 2♦ against 8♦ 6♣ 4♠ 3♥ 2♦
riddle: It is satisfied with one look.
hint: Two hands that begin alike.
"""

from finished import the_rest


def hand(cards):
    """Of a high card only the highest card counts."""
    right = right_hand(cards)
    if right.ranking == Ranking.HIGH_CARD:
        return Hand(right.ranking, right.cards[:1])
    return right


the_rest(globals())
