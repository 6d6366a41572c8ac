"""Of two full houses the higher pair wins.

The cards are sorted, and the pair happened to stand in front.

step: 26
theme: groups
shown by: 2♦ 2♣ 2♠ 3♥ 3♦ against 3♦ 3♣ 3♠ 2♥ 2♦
riddle: The smaller part has the say.
hint: Two of these, of which one has the higher three and the other the higher two.
"""

from finished import the_rest


def hand(cards):
    """The pair of a full house stands in front."""
    right = right_hand(cards)
    if right.ranking == Ranking.FULL_HOUSE:
        return Hand(right.ranking, right.cards[3:] + right.cards[:3])
    return right


the_rest(globals())
