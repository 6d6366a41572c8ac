"""Of two cards of one value the second one is left out of a straight flush.

A straight has each value once, so the others are thrown away before anybody looks at suits.

step: 45
theme: best of seven
needs: best scores
shown by: the best of 5♠ K♠ 7♠ 3♦ 3♠ 4♠ 6♠
riddle: Of twins it knows the elder.
hint: A straight flush, and one of its values once more.
"""

from finished import the_rest


def best(cards):
    """The best hand of seven cards; a straight flush is one of the first cards of each value."""
    found = right_best(cards)
    if found is None or found.ranking != Ranking.STRAIGHT_FLUSH:
        return found
    firsts = list({card.value: card for card in reversed(cards)}.values())
    fives = map(hand, combinations(cards, 5))
    others = [one for one in fives if one.ranking != Ranking.STRAIGHT_FLUSH]
    return max([*others, *map(hand, combinations(firsts, 5))])


the_rest(globals())
