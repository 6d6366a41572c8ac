"""The last kicker of a pair does not count.

A published suite of 37 tests lets it through.

step: 21
theme: kickers
shown by: 4♦ 4♣ 6♠ 5♥ 3♦ against 4♦ 4♣ 6♠ 5♥ 2♦
riddle: Two of three.
hint: Equal pairs: let the very last card decide.
"""

from finished import the_rest


def hand(cards):
    """The last kicker of a pair does not count."""
    right = right_hand(cards)
    if right.ranking == Ranking.PAIR:
        return Hand(right.ranking, right.cards[:4])
    return right


the_rest(globals())
