"""The kicker of two pair counts before the lower pair.

The pair in front, and the others in the order of their values: right for one pair, wrong for
two.

step: 23
theme: kickers
shown by: 4♦ 4♣ 2♠ 2♥ 3♦ against 4♦ 4♣ 3♠ 3♥ 2♦
riddle: The odd one pushes in.
hint: Equal higher pairs; one hand has the higher second pair, the other the higher card beside.
"""

from finished import the_rest


def hand(cards):
    """The kicker of two pair counts before the lower pair."""
    right = right_hand(cards)
    if right.ranking == Ranking.TWO_PAIR:
        return Hand(right.ranking, right.cards[:2] + right.cards[4:] + right.cards[2:4])
    return right


the_rest(globals())
