"""What decides beside a pair is not named.

The pair is named, and the pair was equal.

step: 79
theme: two hands
needs: showdown
shown by: who wins B: 3♦ 3♣ 5♠ 4♥ 2♦ W: 3♥ 3♠ 6♣ 4♦ 2♥
riddle: It keeps the best reason to itself.
hint: Equal pairs: read what the winner won with.
"""

from finished import the_rest


def reason(winner, loser):
    """What the winner won with, without a kicker."""
    return right_reason(winner, loser).partition(", kicker")[0]


the_rest(globals())
