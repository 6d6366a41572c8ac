"""Hands that differ only in the last card stand on one rung.

The lines are sorted by all cards, and grouped by all but the last.

step: 65
theme: two hands
needs: ladder
shown by: the ladder of 9♦ 8♣ 7♠ 5♥ 3♦ and 9♥ 8♠ 7♣ 5♦ 2♥
riddle: It puts together what a little thing divides.
hint: Two hands that are equal but for the last card.
"""

from finished import the_rest


def rungs(lines, hand_by_line):
    """The lines by their hands, the strongest first, nearly equal ones together."""
    strongest_first = sorted(lines, key=hand_by_line.get, reverse=True)
    four = {line: (hand.ranking, hand.cards[:4]) for line, hand in hand_by_line.items() if hand}
    nearly = groupby(strongest_first, key=four.get)
    return [" = ".join(rung) for _, rung in nearly]


the_rest(globals())
