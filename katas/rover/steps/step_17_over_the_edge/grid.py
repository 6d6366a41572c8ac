"""The ground on Mars, in places with two numbers."""


class Plain:
    """A grid without rocks, for a rover that is given none."""

    def has_rock(self, x, y):
        """True if a rock is at this place."""
        return False

    def place(self, x, y):
        """Say which place this is: here, each is itself."""
        return x, y


class Grid:
    """A grid of some size, with rocks at some of its places."""

    def __init__(self, width, height, rocks):
        self.width, self.height = width, height
        self.rocks = rocks

    def has_rock(self, x, y):
        """True if a rock is at this place."""
        return (x, y) in self.rocks

    def place(self, x, y):
        """Say which place this is: beyond an edge the opposite one begins."""
        return x % self.width, y % self.height
