"""Advantage and game go to the player who is behind.

All names were renamed at once, and two of them changed places.

step: 0
theme: who leads
shown by: Game: AAAA
riddle: It always cheers for the other one.
hint: Who has won after four points of one player?
"""

from finished import right_Game, the_rest


class Game(right_Game):
    """A game in which the wrong player leads."""

    def leader(self):
        return min(self.points, key=self.points.get)


the_rest(globals())
