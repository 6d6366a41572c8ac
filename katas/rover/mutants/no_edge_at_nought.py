"""Beyond the west and the south the numbers go below 0.

The ends of a grid are its width and its height, and 0 looks like no end.

step: 17
theme: edges
shown by: f from 0 0 S on a grid of 5 by 4
riddle: It goes below what there is.
hint: Which edges have the number 0?
"""

import grid
from finished import the_rest


class Grid(grid.Grid):
    """A grid with two edges."""

    def place(self, x, y):
        """The place, with edges in the east and in the north."""
        return (x if x < 0 else x % self.width), (y if y < 0 else y % self.height)


grid.Grid = Grid


the_rest(globals())
