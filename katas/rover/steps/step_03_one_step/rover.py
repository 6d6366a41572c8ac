"""A rover on Mars."""


class Rover:
    """A rover that follows commands, and reports where it is."""

    def __init__(self, x, y, heading):
        self.x, self.y = x, y
        self.heading = heading

    def go(self, commands):
        """Follow commands, and report."""
        if commands == "f":
            self.y += 1
        return f"{self.x} {self.y} {self.heading}"
