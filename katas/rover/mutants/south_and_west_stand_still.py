"""Looking south or west, it turns and does not move.

Two of the four directions were written, and the others were for later.

step: 4
theme: moves
shown by: f from 3 4 S
riddle: It likes half of the world.
hint: Try all four directions.
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that knows north and east."""

    def next_place(self, steps):
        """A step, to the north or to the east."""
        return super().next_place(0 if self.heading in "SW" else steps)


the_rest(globals())
