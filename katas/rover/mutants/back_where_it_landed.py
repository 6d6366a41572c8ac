"""Each time it gets commands, it begins again where it landed.

The place is computed from the first one, and the new one isn't kept.

step: 3
theme: moves
shown by: f, then f from 3 4 N
riddle: It has no memory.
hint: Send it commands twice.
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that forgets where it has gone."""

    def go(self, commands):
        """Follow the commands, and go back."""
        landed = self.x, self.y, self.heading
        report = super().go(commands)
        self.x, self.y, self.heading = landed
        return report


the_rest(globals())
