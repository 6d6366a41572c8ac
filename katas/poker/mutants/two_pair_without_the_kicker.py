"""The kicker of two pair does not count.

Four of the cards have a name, and the fifth has none.

step: 23
theme: kickers
shown by: 3♦ 3♣ 2♠ 2♥ 4♦ against 3♦ 3♣ 2♠ 2♥ 5♦
riddle: One card is left over, and left out.
hint: The same two pairs twice.
"""

from finished import the_rest


def hand(cards):
    """The kicker of two pair does not count."""
    right = right_hand(cards)
    if right.ranking == Ranking.TWO_PAIR:
        return Hand(right.ranking, right.cards[:4])
    return right


the_rest(globals())
