"""Of a pair only the first kicker counts.

People say “the kicker”, as if there were only one.

step: 21
theme: kickers
shown by: 4♦ 4♣ 6♠ 5♥ 3♦ against 4♦ 4♣ 6♠ 5♥ 2♦
riddle: Everybody speaks of it as if there were only one.
hint: How many cards are there beside a pair?
"""

from finished import the_rest


def hand(cards):
    """Of a pair only the first kicker counts."""
    right = right_hand(cards)
    if right.ranking == Ranking.PAIR:
        return Hand(right.ranking, right.cards[:3])
    return right


the_rest(globals())
