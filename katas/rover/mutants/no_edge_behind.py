"""Going backward, it leaves the grid.

The edge was thought of where the nose is.

step: 16
theme: edges
shown by: b from 4 3 S on a grid of 5 by 4
riddle: It falls off while it looks the other way.
hint: Is there another way over an edge?
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that knows edges in front only."""

    def next_place(self, steps):
        """Where a step forward leads on the grid; one backward, off it."""
        east, north = AHEAD[self.heading]
        x, y = self.x + steps * east, self.y + steps * north
        return (x, y) if steps < 0 else self.grid.place(x, y)


the_rest(globals())
