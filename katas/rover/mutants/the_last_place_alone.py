"""It looks for a rock only where its commands end.

The way was computed first, and checked in one go.

step: 11
theme: rocks
shown by: ff from 5 5 N on a grid of 12 by 12, rock at 5 6
riddle: It flies, and looks where it lands.
hint: Put a rock where it passes, and not where it ends.
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that goes through rocks on its way."""

    def go(self, commands):
        """Follow the commands; look for a rock at the end."""
        ground, self.grid = self.grid, Over(self.grid)
        before = self.x, self.y
        report = super().go(commands)
        self.grid = ground
        if (self.x, self.y) != before and ground.has_rock(self.x, self.y):
            rock = f"rock at {self.x} {self.y}"
            self.x, self.y = before
            return f"{self.report()}, {rock}"
        return report


class Over:
    """What a rover sees of a grid from above: no rocks."""

    def __init__(self, ground):
        self.place = ground.place

    def has_rock(self, *_):
        """No rock is in the air."""
        return False


the_rest(globals())
