"""It says that the rock is at its own place.

The place in the report is the one that the rover knows: its own.

step: 14
theme: rocks
shown by: f from 5 5 N on a grid of 12 by 12, rock at 5 6
riddle: It mistakes itself for a stone.
hint: Who is where, in the report?
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that names its own place."""

    def go(self, commands):
        """Follow the commands, up to a rock."""
        report = super().go(commands)
        return f"{self.report()}, rock at {self.x} {self.y}" if "rock" in report else report


the_rest(globals())
