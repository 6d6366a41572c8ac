"""A grid is as high as it is wide.

The first grid was a square.

step: 17
theme: edges
shown by: f from 4 3 N on a grid of 5 by 4
riddle: It thinks that all sides are the same.
hint: Take a grid that isn't a square.
"""

import grid
from finished import the_rest


class Grid(grid.Grid):
    """A grid that is a square."""

    def place(self, x, y):
        """The place on a square."""
        return x % self.width, y % self.width


grid.Grid = Grid


the_rest(globals())
