"""The ground on Mars, in places with two numbers."""


class Plain:
    """A grid without rocks, for a rover that is given none."""

    def has_rock(self, x, y):
        """True if a rock is at this place."""
        return False


class Grid:
    """A grid of some size, with rocks at some of its places."""

    def __init__(self, width, height, rocks):
        self.rocks = rocks

    def has_rock(self, x, y):
        """True if a rock is at this place."""
        return (x, y) in self.rocks
