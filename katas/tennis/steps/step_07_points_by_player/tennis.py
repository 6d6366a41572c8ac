"""Tennis: what the umpire calls."""

WORDS = ["love", "fifteen", "thirty", "forty"]


class Game:
    """A game between two players."""

    def __init__(self, server, receiver):
        self.points = {server: 0, receiver: 0}

    def point(self, player):
        """A player wins a point."""
        self.points[player] += 1

    def score(self):
        """What the umpire calls."""
        server, receiver = self.points.values()
        if self.calls_points():
            if server == receiver:
                return f"{WORDS[server]} all"
            return f"{WORDS[server]} {WORDS[receiver]}"
        if server == receiver:
            return "deuce"
        if abs(server - receiver) == 1:
            return f"advantage {self.leader()}"
        return f"game {self.leader()}"

    def leader(self):
        """The player who has more points."""
        return max(self.points, key=self.points.get)

    def calls_points(self):
        """True while points are called; after that, it is who leads."""
        server, receiver = self.points.values()
        return server < 4 and receiver < 4 and not server == receiver == 3
