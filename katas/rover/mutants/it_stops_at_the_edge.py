"""At an edge it stays where it is.

On a table that would be wise.

step: 17
theme: edges
shown by: f from 4 3 N on a grid of 5 by 4
riddle: It has heard that the world is flat.
hint: What is beyond the edge?
"""

import grid
from finished import the_rest


class Grid(grid.Grid):
    """A grid that ends at its edges."""

    def place(self, x, y):
        """The nearest place within the edges."""
        return min(max(x, 0), self.width - 1), min(max(y, 0), self.height - 1)


grid.Grid = Grid


the_rest(globals())
