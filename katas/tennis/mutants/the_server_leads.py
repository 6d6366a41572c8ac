"""Whoever leads, the server is named.

Two halves became one, and it was the half of the server.

step: 0
theme: who leads
shown by: Game: BBBB
riddle: It only sees who stands on the left.
hint: Let the receiver win.
"""

from finished import right_Game, the_rest


class Game(right_Game):
    """A game that the server always leads."""

    def leader(self):
        return next(iter(self.points))


the_rest(globals())
