"""A full house of seven cards takes the lower of two pairs.

The last pair that is found is the pair.

step: 53
theme: best of seven
needs: best scores
shown by: the best of 2♠ 2♥ 2♦ 3♠ 3♥ 4♦ 4♣ against 2♠ 2♥ 2♦ 3♠ 3♥ 5♦ 5♣
riddle: Of two, it takes the wrong one.
hint: Three of a kind and two pairs in seven cards.
"""

from finished import the_rest


def best(cards):
    """The best hand of seven cards; a full house takes the lower pair."""
    groups = largest_group_first(grouped_by_value(highest_first(cards)))
    if [len(group) for group in groups] == [3, 2, 2]:
        return hand(groups[0] + groups[2])
    return right_best(cards)


the_rest(globals())
