"""Of a flush only the highest card counts.

An ace-high flush, people say, and stop there.

step: 29
theme: kickers
shown by: 8♥ 5♥ 4♥ 3♥ 2♥ against 8♥ 6♥ 4♥ 3♥ 2♥
riddle: It calls it by its first name only.
hint: Two of these that begin alike.
"""

from finished import the_rest


def hand(cards):
    """Of a flush only the highest card counts."""
    right = right_hand(cards)
    if right.ranking == Ranking.FLUSH:
        return Hand(right.ranking, right.cards[:1])
    return right


the_rest(globals())
