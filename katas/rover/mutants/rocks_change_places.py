"""A rock at 2 3 is at 3 2.

The grid is a list of rows, and the row comes first there.

step: 15
theme: rocks
shown by: f from 5 5 N on a grid of 12 by 12, rock at 5 6
riddle: It reads the map sideways.
hint: Where is a rock whose two numbers aren't the same?
"""

import grid
from finished import the_rest


class Grid(grid.Grid):
    """A grid that puts its rocks elsewhere."""

    def has_rock(self, x, y):
        """True if a rock is at the place with its numbers swapped."""
        return super().has_rock(y, x)


grid.Grid = Grid


the_rest(globals())
