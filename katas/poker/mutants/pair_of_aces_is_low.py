"""A pair of aces is the lowest pair.

A published suite of 37 tests lets it through: the ace of the wheel has left its traces.

step: 21
theme: groups
shown by: 2♦ 2♣ 5♠ 4♥ 3♦ against A♦ A♣ 5♠ 4♥ 3♦
riddle: The best of its kind has become the worst.
hint: Which values do the pairs in your tests have?
"""

from finished import the_rest


def hand(cards):
    """An ace in a pair is worth one."""
    right = right_hand(cards)
    if right.ranking == Ranking.PAIR and right.cards[0].value == 14:
        return Hand(right.ranking, [Card(1, "♠"), Card(1, "♥"), *right.cards[2:]])
    return right


the_rest(globals())
