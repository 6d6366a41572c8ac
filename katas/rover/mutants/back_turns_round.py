"""It goes backward by turning round first, and stays turned.

Somebody drove as one walks: turn round, then go.

step: 6
theme: moves
shown by: b from 3 4 N
riddle: It doesn't like to go where it can't see.
hint: Where does it look after a step back?
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that turns round to go back."""

    def go(self, commands):
        """Follow the commands; a step back is two turns and a step."""
        return super().go(commands.replace("b", "rrf"))


the_rest(globals())
