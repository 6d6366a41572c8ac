"""It goes onto the rock, and stops there.

It looks for a rock where it is, after the step.

step: 11
theme: rocks
shown by: f from 5 5 N on a grid of 12 by 12, rock at 5 6
riddle: It finds out by feeling.
hint: Where is it after it has been stopped?
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that looks too late."""

    def go(self, commands):
        """Follow the commands, up to a rock and onto it."""
        report = super().go(commands)
        if "rock" in report:
            self.x, self.y = map(int, report.split()[-2:])
            report = f"{self.report()}, rock at {self.x} {self.y}"
        return report


the_rest(globals())
