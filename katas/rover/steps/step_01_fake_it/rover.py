"""A rover on Mars."""


class Rover:
    """A rover that follows commands, and reports where it is."""

    def __init__(self, x, y, heading):
        """Land at a place, with the nose to the north, say."""

    def go(self, commands):
        """Follow commands, and report."""
        return "0 0 N"
