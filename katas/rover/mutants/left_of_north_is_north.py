"""Looking north, it can't turn left any more.

What comes before the first one of a list was not asked.

step: 10
theme: turns
shown by: l from 3 4 N
riddle: Nothing comes before its beginning.
hint: Begin at the beginning, and turn back.
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover whose compass begins in the north."""

    def turn(self, quarters):
        """Turn, down to the north."""
        if (self.heading, quarters) != ("N", -1):
            super().turn(quarters)


the_rest(globals())
