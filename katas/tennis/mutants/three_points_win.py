"""Three points win, with a lead of two.

The numbers of points were counted from nought.

step: 0
theme: the end
shown by: Game: AAA
riddle: It is in a hurry.
hint: What is called after three points in a row?
"""

from finished import right_Game, the_rest


class Game(right_Game):
    """A game of three points."""

    points_to_win = 3


the_rest(globals())
