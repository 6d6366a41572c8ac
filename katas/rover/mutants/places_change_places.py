"""Of a place, a grid says the second number first.

Rows come before columns where grids are lists of lists.

step: 17
theme: edges
shown by: f from 5 5 N on a grid of 12 by 12, rock at 5 6
riddle: It says where you are, and you wouldn't find it.
hint: Ask for a place that is on the grid already.
"""

import grid
from finished import the_rest


class Grid(grid.Grid):
    """A grid that says y before x."""

    def place(self, x, y):
        """The place, the other way round."""
        return y % self.height, x % self.width


grid.Grid = Grid


the_rest(globals())
