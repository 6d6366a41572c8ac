"""The third pair of seven cards is no kicker.

Two pair take two pairs, and the kicker is looked for among the single cards.

step: 53
theme: best of seven
needs: best scores
shown by: the best of A♠ A♥ K♦ K♠ Q♥ Q♦ 2♣ against A♠ A♥ K♦ K♠ J♥ 9♦ 8♣
riddle: A couple, it thinks, cannot fill a single seat.
hint: Three pairs in seven cards.
"""

from finished import the_rest


def best(cards):
    """The best hand of seven cards; of three pairs the third is left out."""
    pairs = [group for group in grouped_by_value(highest_first(cards)) if len(group) == 2]
    if len(pairs) == 3 and right_best(cards).ranking == Ranking.TWO_PAIR:
        return hand([card for card in cards if card not in pairs[2]])
    return right_best(cards)


the_rest(globals())
