"""It stops at a rock, and doesn't say so.

Stopping was the hard part, and after it everybody was happy.

step: 14
theme: rocks
shown by: f from 5 5 N on a grid of 12 by 12, rock at 5 6
riddle: It doesn't say why.
hint: Read the report of a rover that was stopped.
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that keeps rocks to itself."""

    def go(self, commands):
        """Follow the commands, up to a rock, and say where it is."""
        super().go(commands)
        return self.report()


the_rest(globals())
