"""Only Ann and Bo win points.

The tests play with two names, and they were written into the code.

step: 0
theme: points
shown by: Game: Zoe and Al play
riddle: It only knows its friends.
hint: Let other people play.
"""

from finished import right_Game, the_rest


class Game(right_Game):
    """A game for Ann and Bo."""

    def point(self, player):
        if player in ("Ann", "Bo"):
            super().point(player)


the_rest(globals())
