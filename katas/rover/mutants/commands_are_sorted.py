"""It follows all turns before it moves.

The commands were counted by their kinds, since each kind has its own rule.

step: 9
theme: moves
shown by: fl from 3 4 N
riddle: It does what you say, but not when.
hint: Send it forward, then turn it.
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that turns first."""

    def go(self, commands):
        """Follow the commands, the turns first."""
        return super().go("".join(sorted(commands, reverse=True)))


the_rest(globals())
