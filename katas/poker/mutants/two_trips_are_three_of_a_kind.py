"""Two trips make no full house.

A full house is three and two. Three and three are not looked for.

step: 45
theme: best of seven
needs: best scores
shown by: the best of 9♠ 9♥ 9♦ 4♠ 4♥ 4♦ 2♣
riddle: More than enough is not enough for it.
hint: Seven cards can hold more than one of what five hold once.
"""

from finished import the_rest


def best(cards):
    """The best hand of seven cards; a full house needs three and two."""
    right = right_best(cards)
    sizes = sorted(map(len, grouped_by_value(highest_first(cards))))
    if sizes == [1, 3, 3]:
        three, kickers = right.cards[:3], [c for c in highest_first(cards) if c not in right.cards[:3]]
        return Hand(Ranking.THREE_OF_A_KIND, three + kickers[:2])
    return right


the_rest(globals())
