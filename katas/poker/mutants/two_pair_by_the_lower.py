"""Of two hands with two pair the higher lower pair wins.

The pairs are found from the lowest up, and stay like that.

step: 23
theme: groups
shown by: 4♦ 4♣ 3♠ 3♥ 2♦ against 5♦ 5♣ 2♠ 2♥ 3♦
riddle: It begins at the wrong end of two.
hint: Two of these, of which one has the highest and the lowest pair.
"""

from finished import the_rest


def hand(cards):
    """The lower pair stands in front."""
    right = right_hand(cards)
    if right.ranking == Ranking.TWO_PAIR:
        return Hand(right.ranking, right.cards[2:4] + right.cards[:2] + right.cards[4:])
    return right


the_rest(globals())
