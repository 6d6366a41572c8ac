"""It follows the first command, and no other.

One command was enough for all examples so far.

step: 7
theme: moves
shown by: ff from 3 4 N
riddle: It is done before you are.
hint: Send it two commands.
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that follows one command."""

    def go(self, commands):
        """Follow the first command."""
        return super().go(commands[:1])


the_rest(globals())
