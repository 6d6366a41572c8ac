"""The kicker of four of a kind does not count.

Four aces on the table, and everybody has them.

step: 26
theme: kickers
shown by: 2♦ 2♣ 2♠ 2♥ 3♦ against 2♦ 2♣ 2♠ 2♥ 4♦
riddle: The strongest party takes no notice of the one that is left.
hint: The same four twice.
"""

from finished import the_rest


def hand(cards):
    """The kicker of four of a kind does not count."""
    right = right_hand(cards)
    if right.ranking == Ranking.FOUR_OF_A_KIND:
        return Hand(right.ranking, right.cards[:4])
    return right


the_rest(globals())
