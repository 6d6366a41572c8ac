"""At a rock it leaves out one command, and follows the others.

A step that can't be taken isn't taken, and the loop goes on.

step: 13
theme: rocks
shown by: fb from 5 5 N on a grid of 12 by 12, rock at 5 6
riddle: It doesn't take no for an answer.
hint: What comes after a rock in your commands?
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that goes on after a rock."""

    def go(self, commands):
        """Follow all commands that can be followed."""
        rock = ""
        for command in commands:
            _, comma, found = super().go(command).partition(", ")
            rock = f"{comma}{found}" or rock
        return f"{self.report()}{rock}"


the_rest(globals())
