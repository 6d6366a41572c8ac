"""A straight flush is looked for among the five highest cards of its suit.

Five of one suit are enough for a flush, and the highest five are taken.

step: 45
theme: best of seven
needs: best scores
shown by: the best of 5♠ K♠ 7♠ 3♦ 3♠ 4♠ 6♠
riddle: It looks no lower than it has to.
hint: Put a card of the same suit above a straight flush.
"""

from finished import the_rest


def best(cards):
    """The best hand of seven cards; a straight flush is one of the highest five of a suit."""
    found = right_best(cards)
    if found is None or found.ranking != Ranking.STRAIGHT_FLUSH:
        return found
    suited = highest_first(card for card in cards if card.suit == found.cards[0].suit)
    fives = map(hand, combinations(cards, 5))
    others = [one for one in fives if one.ranking != Ranking.STRAIGHT_FLUSH]
    return max([*others, hand(suited[:5])])


the_rest(globals())
