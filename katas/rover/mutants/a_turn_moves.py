"""It turns, and goes a step in its new direction.

A car moves when it turns.

step: 9
theme: turns
shown by: l from 3 4 N
riddle: It is in a hurry.
hint: Where is it after a turn?
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that moves when it turns."""

    def turn(self, quarters):
        """Turn, and go a step."""
        super().turn(quarters)
        self.x, self.y = self.next_place(1)


the_rest(globals())
