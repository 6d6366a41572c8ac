"""It says how far north it is before it says how far east.

Rows come before columns in many a table.

step: 2
theme: reports
shown by: nothing from 3 4 N
riddle: It says the right things in the wrong order.
hint: Land where the two numbers aren't the same.
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that says y before x."""

    def report(self):
        """Where it is, the other way round."""
        return f"{self.y} {self.x} {self.heading}"


the_rest(globals())
