"""A grid knows its first rock only.

The double had one rock, and so does the grid.

step: 15
theme: rocks
shown by: f from 5 5 E on a grid of 12 by 12, rock at 7 8, rock at 6 5
riddle: It can remember one thing.
hint: Put two rocks on it.
"""

import grid
from finished import the_rest


class Grid(grid.Grid):
    """A grid with one rock."""

    def __init__(self, width, height, rocks):
        super().__init__(width, height, rocks[:1])


grid.Grid = Grid


the_rest(globals())
