"""The last kicker of three of a kind does not count.

A published suite of 37 tests lets it through.

step: 24
theme: kickers
shown by: 2♦ 2♣ 2♠ 3♥ 5♦ against 2♦ 2♣ 2♠ 4♥ 5♦
riddle: One of two.
hint: Equal trips: let the very last card decide.
"""

from finished import the_rest


def hand(cards):
    """The last kicker of three of a kind does not count."""
    right = right_hand(cards)
    if right.ranking == Ranking.THREE_OF_A_KIND:
        return Hand(right.ranking, right.cards[:4])
    return right


the_rest(globals())
