"""A rover on Mars."""

from grid import Plain

COMPASS = "NESW"

# how far to the east and how far to the north a step forward leads
AHEAD = {
    "N": (0, 1),
    "E": (1, 0),
    "S": (0, -1),
    "W": (-1, 0),
}
MOVES = {"f": 1, "b": -1}
TURNS = {"r": 1, "l": -1}


class Rover:
    """A rover that follows commands, and reports where it is."""

    def __init__(self, x, y, heading):
        self.x, self.y = x, y
        self.heading = heading
        self.grid = Plain()

    def go(self, commands):
        """Follow commands, up to a rock, and report."""
        for command in commands:
            if command in TURNS:
                self.turn(TURNS[command])
            else:
                x, y = self.next_place(MOVES[command])
                if self.grid.has_rock(x, y):
                    return f"{self.report()}, rock at {x} {y}"
                self.x, self.y = x, y
        return self.report()

    def report(self):
        """Say where the rover is, and where it looks."""
        return f"{self.x} {self.y} {self.heading}"

    def turn(self, quarters):
        """Turn right by some quarters; left, if there are fewer than none."""
        place = COMPASS.index(self.heading)
        self.heading = COMPASS[(place + quarters) % 4]

    def next_place(self, steps):
        """Say where some steps forward, or backward, would lead."""
        east, north = AHEAD[self.heading]
        x, y = self.x + steps * east, self.y + steps * north
        return self.grid.place(x, y)
