"""A rover on Mars."""

COMPASS = "NESW"

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
        for command in commands:
            if command == "f":
                self.move(1)
            if command == "b":
                self.move(-1)
            if command == "r":
                place = COMPASS.index(self.heading)
                self.heading = COMPASS[(place + 1) % 4]
        return f"{self.x} {self.y} {self.heading}"

    def move(self, steps):
        """Go some steps forward; backward, if there are fewer than none."""
        east, north = AHEAD[self.heading]
        self.x += steps * east
        self.y += steps * north
