"""Of a pair only the pair counts.

The hand is named after its pair.

step: 21
theme: kickers
shown by: 2♦ 2♣ 5♠ 4♥ 3♦ against 2♦ 2♣ 7♠ 6♥ 5♦
riddle: It does not look beside what it has found.
hint: Two hands with the same pair.
"""

from finished import the_rest


def hand(cards):
    """Of a pair only the pair counts."""
    right = right_hand(cards)
    if right.ranking == Ranking.PAIR:
        return Hand(right.ranking, right.cards[:2])
    return right


the_rest(globals())
