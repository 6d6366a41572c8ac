"""Of six cards in a row the lowest five are the straight.

The first straight that is found, from the lowest card up, is the straight.

step: 53
theme: best of seven
needs: best scores
shown by: the best of 7♠ 5♥ 4♦ 3♠ 2♥ K♦ A♣ against 6♠ 5♥ 4♦ 3♠ 2♥ A♦ 8♣
riddle: It is in a hurry to be content.
hint: More than five in a row, among seven.
"""

from finished import the_rest


def best(cards):
    """The best hand of seven cards; of its straights the lowest."""
    right = right_best(cards)
    if right and right.ranking == Ranking.STRAIGHT:
        fives = map(hand, combinations(cards, 5))
        return min(five for five in fives if five.ranking == Ranking.STRAIGHT)
    return right


the_rest(globals())
