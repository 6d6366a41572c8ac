"""Equal hands stand on a rung the last one first.

Sorted from the weakest to the strongest, and then turned round.

step: 65
theme: two hands
needs: ladder
shown by: the ladder of 7♦ 5♣ 4♠ 3♥ 2♦ and 7♥ 5♠ 4♣ 3♦ 2♥
riddle: Among equals, it puts the first one last.
hint: In which order did the equal hands come?
"""

from finished import the_rest


def rungs(lines, hand_by_line):
    """The lines by their hands, the strongest first, of equal ones the last."""
    return [" = ".join(reversed(rung.split(" = "))) for rung in right_rungs(lines, hand_by_line)]


the_rest(globals())
