"""In a short game, the first point wins.

Next point was read as any point.

step: 10
theme: new rules
shown by: ShortGame: A
riddle: It makes short work of it.
hint: When does the next point decide?
"""

from finished import right_ShortGame, the_rest


class ShortGame(right_ShortGame):
    """A game of one point."""

    points_to_win = 1


the_rest(globals())
