"""Equal hands stand on two rungs of the ladder.

Sorted is sorted; putting two side by side is another job.

step: 65
theme: two hands
needs: ladder
shown by: the ladder of 7♦ 5♣ 4♠ 3♥ 2♦ twice
riddle: It thinks that one of two equals must be better.
hint: Put two equal hands on a ladder.
"""

from finished import the_rest


def rungs(lines, hand_by_line):
    """The lines by their hands, the strongest first."""
    return sorted(lines, key=hand_by_line.get, reverse=True)


the_rest(globals())
