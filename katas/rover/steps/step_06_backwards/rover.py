"""A rover on Mars."""

# how far to the east and how far to the north a step forward leads
AHEAD = {
    "N": (0, 1),
    "E": (1, 0),
    "S": (0, -1),
    "W": (-1, 0),
}


class Rover:
    """A rover that follows commands, and reports where it is."""

    def __init__(self, x, y, heading):
        self.x, self.y = x, y
        self.heading = heading

    def go(self, commands):
        """Follow commands, and report."""
        if commands == "f":
            east, north = AHEAD[self.heading]
            self.x += east
            self.y += north
        if commands == "b":
            east, north = AHEAD[self.heading]
            self.x -= east
            self.y -= north
        return f"{self.x} {self.y} {self.heading}"
