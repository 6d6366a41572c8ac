"""The best of eight cards is found as if they were seven.

Fewer than seven are none; and more than seven?

step: 57
theme: errors
needs: best scores
shown by: the best of A♣ K♣ Q♣ J♣ T♣ 9♣ 8♣ 7♣
riddle: It takes what it gets.
hint: Too few are not the only wrong number.
"""

from finished import the_rest


def best(cards):
    """The best hand that five of seven cards make, or of more."""
    return right_best(cards) if len(cards) <= 7 else max(map(hand, combinations(cards, 5)))


the_rest(globals())
