"""All games have the same points.

The dictionary stands in the class, where all games find it.

step: 0
theme: points
shown by: Game: A, and another game
riddle: It cannot keep two things apart.
hint: Play two games at once.
"""

from finished import right_Game, the_rest


class Game(right_Game):
    """A game that takes the points of the one before it."""

    points = {}

    def __init__(self, server, receiver):
        self.points.clear()
        self.points.update({server: 0, receiver: 0})


the_rest(globals())
