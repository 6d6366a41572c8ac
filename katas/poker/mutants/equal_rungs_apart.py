"""Equal hands stand on two rungs of the ladder.

Sorted is sorted; that two may stand side by side is another job.

step: 41
theme: two hands
needs: ladder
shown by: the ladder of 7♦ 5♣ 4♠ 3♥ 2♦ and 7♥ 5♠ 4♣ 3♦ 2♥
riddle: It finds a first among equals.
hint: Put two equal hands on a ladder.
"""

from finished import the_rest


def ladder(lines):
    """The hands from the strongest to the weakest."""
    return sorted(lines, key=five, reverse=True)


the_rest(globals())
