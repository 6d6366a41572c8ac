"""Of a full house only the three count.

Here, too, one deck seems to say that it cannot happen.

step: 26
theme: kickers
shown by: 2♦ 2♣ 2♠ 3♥ 3♦ against 2♦ 2♣ 2♠ 4♥ 4♦
riddle: Half of the house is empty.
hint: The same three, and another pair.
"""

from finished import the_rest


def hand(cards):
    """Of a full house only the three count."""
    right = right_hand(cards)
    if right.ranking == Ranking.FULL_HOUSE:
        return Hand(right.ranking, right.cards[:3])
    return right


the_rest(globals())
