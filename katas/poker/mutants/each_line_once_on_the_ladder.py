"""The same line twice is on the ladder once.

Hands are kept in a dictionary, by what they are.

step: 65
theme: two hands
needs: ladder
shown by: the ladder of 7♦ 5♣ 4♠ 3♥ 2♦ twice
riddle: It only hears you once.
hint: Give it the same line again.
"""

from finished import the_rest


def rungs(lines, hand_by_line):
    """The lines by their hands, the strongest first, each of them once."""
    return right_rungs(dict.fromkeys(lines), hand_by_line)


the_rest(globals())
