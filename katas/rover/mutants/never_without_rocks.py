"""A grid without rocks has one at 0 0.

Without rocks, a line for one failed, so it got a rock to work with.

step: 15
theme: rocks
shown by: f from 4 0 E on a grid of 5 by 4
riddle: It can't stand an empty field.
hint: Make a grid with nothing on it.
"""

import grid
from finished import the_rest


class Grid(grid.Grid):
    """A grid with a rock at least."""

    def __init__(self, width, height, rocks):
        super().__init__(width, height, rocks or [(0, 0)])


grid.Grid = Grid


the_rest(globals())
