"""Of six cards of one suit the first five on the line are the flush.

The cards of a suit are counted, and the first five are taken.

step: 53
theme: best of seven
needs: best scores
shown by: the best of 4♦ 2♦ K♠ K♦ 9♦ 3♣ 6♦ against 3♥ 5♥ 7♥ 9♥ Q♥ A♥ K♠
riddle: It is content too early.
hint: Six cards of one suit, the highest one last.
"""

from finished import the_rest


def best(cards):
    """The best hand of seven cards; a flush is the first five of its suit."""
    found = right_best(cards)
    if found is None or found.ranking != Ranking.FLUSH:
        return found
    return hand([card for card in cards if card.suit == found.cards[0].suit][:5])


the_rest(globals())
