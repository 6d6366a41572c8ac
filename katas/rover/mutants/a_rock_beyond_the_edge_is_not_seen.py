"""It goes over an edge without a look at what is there.

It looks for the rock first, and asks the grid for the place after that.

step: 16
theme: edges
shown by: f from 4 3 N on a grid of 5 by 4, rock at 0 3, rock at 4 0
riddle: It forgets that the other side is somewhere, too.
hint: Put a rock just beyond an edge.
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that looks for a rock before it knows the place."""

    def go(self, commands):
        """Follow the commands; look for rocks within the edges."""
        for command in commands:
            if command in MOVES:
                east, north = AHEAD[self.heading]
                x, y = self.x + MOVES[command] * east, self.y + MOVES[command] * north
                if self.grid.has_rock(x, y):
                    return f"{self.report()}, rock at {x} {y}"
                self.x, self.y = self.grid.place(x, y)
            else:
                super().go(command)
        return self.report()


the_rest(globals())
