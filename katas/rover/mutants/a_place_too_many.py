"""A grid is one place wider and one place higher than it says.

Places are counted from 0, and the last one got the number of all.

step: 17
theme: edges
shown by: f from 4 3 N on a grid of 5 by 4
riddle: It counts one too many.
hint: Which number has the last place of a row of five?
"""

import grid
from finished import the_rest


class Grid(grid.Grid):
    """A grid with a place too many."""

    def place(self, x, y):
        """The place on a larger grid."""
        return x % (self.width + 1), y % (self.height + 1)


grid.Grid = Grid


the_rest(globals())
