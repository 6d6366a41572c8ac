"""Its report has commas between its three parts.

A place is often written as 3,4, and nobody looked at the example again.

step: 1
theme: reports
shown by: nothing from 0 0 N
riddle: It stops for breath where it shouldn't.
hint: Compare a report with the statement, sign by sign.
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that reports with commas."""

    def report(self):
        """Where it is, with commas."""
        return f"{self.x},{self.y},{self.heading}"


the_rest(globals())
