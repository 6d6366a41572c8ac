"""The kicker of four of a kind is never a card of a pair.

The kicker is looked for among the single cards; a pair beside the four is none.

step: 53
theme: best of seven
needs: best scores
shown by: the best of 2♠ 2♥ 2♦ 2♣ 3♥ 3♦ 4♣ against 2♠ 2♥ 2♦ 2♣ 4♥ 4♦ 3♣
riddle: It looks among the single ones only.
hint: Four of a kind in seven cards, and a pair beside it.
"""

from finished import the_rest


def best(cards):
    """The best hand of seven cards; beside four of a kind a pair is left out."""
    groups = largest_group_first(grouped_by_value(highest_first(cards)))
    if [len(group) for group in groups] == [4, 2, 1]:
        return hand(groups[0] + groups[2])
    return right_best(cards)


the_rest(globals())
