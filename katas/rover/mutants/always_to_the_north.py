"""Forward is always to the north, wherever it looks.

The first example looked north.

step: 4
theme: moves
shown by: f from 3 4 E
riddle: It follows its compass, and not its nose.
hint: Let it look elsewhere, and send it forward.
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that doesn't look where it goes."""

    def next_place(self, steps):
        """A step to the north, or to the south."""
        return self.grid.place(self.x, self.y + steps)


the_rest(globals())
