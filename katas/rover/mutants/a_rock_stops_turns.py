"""In front of a rock it can't even turn.

It looks ahead before each command, whatever that is.

step: 11
theme: rocks
shown by: l from 5 5 N on a grid of 12 by 12, rock at 5 6
riddle: It is stuck where you would only look round.
hint: What can you do in front of a wall?
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that looks for rocks before it turns."""

    def go(self, commands):
        """Follow the commands, none of them in front of a rock."""
        for command in commands:
            x, y = self.next_place(MOVES.get(command, 1))
            if self.grid.has_rock(x, y):
                return f"{self.report()}, rock at {x} {y}"
            super().go(command)
        return self.report()


the_rest(globals())
