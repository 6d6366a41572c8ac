"""Looking west, it can't turn right any more.

The points of the compass are a list, and its end is the end.

step: 9
theme: turns
shown by: r from 3 4 W
riddle: It doesn't know that the world is round.
hint: Turn it four times.
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover whose compass ends in the west."""

    def turn(self, quarters):
        """Turn, up to the west."""
        if (self.heading, quarters) != ("W", 1):
            super().turn(quarters)


the_rest(globals())
