"""All games have the same points.

The dictionary stands in the class, where all games find it.

step: 0
theme: points
shown by: Game: A, and another game
riddle: It cannot keep two things apart.
hint: Play two games at once.
"""

from finished import right_Game, the_rest

SHARED = {}


class Game(right_Game):
    """A game with the points of another one."""

    def __init__(self, server, receiver):
        self.points = SHARED
        for player in (server, receiver):
            self.points.setdefault(player, 0)


the_rest(globals())
