"""A hand is compared by its values, each once, from the highest down.

A first stab in Haskell: nub takes away the doubles, and with them which value was the pair.

step: 18
theme: groups
shown by: 2♦ 2♣ 5♠ 4♥ 3♦ against 3♦ 3♣ 5♠ 4♥ 2♦
riddle: It counts nobody twice.
hint: Two hands with the same four values.
"""

from finished import the_rest


def hand(cards):
    """A ranking, and one card of each value, from the highest down."""
    right = right_hand(cards)
    if right.ranking in (Ranking.STRAIGHT, Ranking.STRAIGHT_FLUSH):
        return right
    return Hand(right.ranking, [group[0] for group in grouped_by_value(highest_first(cards))])


the_rest(globals())
