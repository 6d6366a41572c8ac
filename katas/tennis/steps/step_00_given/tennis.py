"""Tennis: what the umpire calls."""


class Game:
    """A game between two players."""

    def __init__(self, a, b):
        self.a = a
        self.b = b
        self.x = 0
        self.y = 0

    def point(self, n):
        """A player wins a point."""
        if n == self.a:
            self.x += 1
        if n == self.b:
            self.y += 1

    def score(self):
        """What the umpire calls."""
        r = ""
        if self.x < 4 and self.y < 4 and not (self.x == 3 and self.y == 3):
            if self.x == 0:
                r = "love"
            if self.x == 1:
                r = "fifteen"
            if self.x == 2:
                r = "thirty"
            if self.x == 3:
                r = "forty"
            if self.x == self.y:
                r += " all"
            else:
                if self.y == 0:
                    r += " love"
                if self.y == 1:
                    r += " fifteen"
                if self.y == 2:
                    r += " thirty"
                if self.y == 3:
                    r += " forty"
        else:
            if self.x == self.y:
                r = "deuce"
            else:
                if self.x > self.y:
                    if self.x - self.y == 1:
                        r = "advantage " + self.a
                    else:
                        r = "game " + self.a
                else:
                    if self.y - self.x == 1:
                        r = "advantage " + self.b
                    else:
                        r = "game " + self.b
        return r
