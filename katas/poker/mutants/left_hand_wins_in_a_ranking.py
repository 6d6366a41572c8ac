"""Of two hands of one ranking the left one wins.

A first stab in Clojure (not done yet, says its author): between hands of one type the left one
always wins.

step: 64
theme: two hands
needs: compare left_wins
shown by: comparing 7♦ 5♣ 4♠ 3♥ 2♦ and 7♥ 5♠ 4♣ 3♦ 2♥
riddle: First come, first served.
hint: Put the stronger of two similar hands on the right.
"""

from finished import the_rest


def outcome(left, right):
    """Win, lose or draw, for the left one."""
    return "win" if left.ranking == right.ranking else right_outcome(left, right)


the_rest(globals())
