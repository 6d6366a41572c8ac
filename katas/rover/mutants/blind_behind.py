"""A rock behind it does not stop it.

There is a rule for forward, and backward was forgotten.

step: 11
theme: rocks
shown by: b from 5 5 S on a grid of 12 by 12, rock at 5 6
riddle: It has no mirror.
hint: Which commands can lead into a rock?
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that looks for rocks in front only."""

    def go(self, commands):
        """Follow the commands; look for rocks in front only."""
        for command in commands:
            if command == "b":
                self.x, self.y = self.next_place(-1)
            else:
                report = super().go(command)
                if "rock" in report:
                    return report
        return self.report()


the_rest(globals())
