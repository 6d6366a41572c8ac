"""A grid is one place narrower and one place lower than it says.

The number of the last place was taken for the number of places.

step: 17
theme: edges
shown by: f from 4 3 N on a grid of 5 by 4
riddle: It is smaller than it looks.
hint: Go to the very last place, and look where you are.
"""

import grid
from finished import the_rest


class Grid(grid.Grid):
    """A grid without its last places."""

    def place(self, x, y):
        """The place on a smaller grid."""
        return x % (self.width - 1), y % (self.height - 1)


grid.Grid = Grid


the_rest(globals())
