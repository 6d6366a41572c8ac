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
                self.turn(1)
            if command == "l":
                self.turn(-1)
        return f"{self.x} {self.y} {self.heading}"

    def turn(self, quarters):
        """Turn right by some quarters; left, if there are fewer than none."""
        place = COMPASS.index(self.heading)
        self.heading = COMPASS[(place + quarters) % 4]

    def move(self, steps):
        """Go some steps forward; backward, if there are fewer than none."""
        east, north = AHEAD[self.heading]
        self.x += steps * east
        self.y += steps * north
