"""It can go round from east to west, but not over the poles.

On a globe nobody goes on beyond the north pole, and the grid was taken for one.

step: 17
theme: edges
shown by: f from 4 3 N on a grid of 5 by 4
riddle: It goes round, but only in one way.
hint: There are four edges.
"""

import grid
from finished import the_rest


class Grid(grid.Grid):
    """A grid with two ends."""

    def place(self, x, y):
        """The place: round in one direction, and with ends in the other."""
        return x % self.width, min(max(y, 0), self.height - 1)


grid.Grid = Grid


the_rest(globals())
