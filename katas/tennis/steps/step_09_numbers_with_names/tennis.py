"""Tennis: what the umpire calls."""

WORDS = ["love", "fifteen", "thirty", "forty"]
FORTY = 3


class Game:
    """A game between two players."""

    points_to_win = 4
    lead_to_win = 2

    def __init__(self, server, receiver):
        self.points = {server: 0, receiver: 0}

    def point(self, player):
        """A player wins a point."""
        self.points[player] += 1

    def score(self):
        """What the umpire calls."""
        server, receiver = self.points.values()
        if self.is_won():
            return f"game {self.leader()}"
        if min(server, receiver) >= FORTY:
            if server == receiver:
                return "deuce"
            return f"advantage {self.leader()}"
        if server == receiver:
            return f"{WORDS[server]} all"
        return f"{WORDS[server]} {WORDS[receiver]}"

    def leader(self):
        """The player who has more points."""
        return max(self.points, key=self.points.get)

    def is_won(self):
        """True if the leader has points enough, and enough of a lead."""
        server, receiver = self.points.values()
        return (
            max(server, receiver) >= self.points_to_win
            and abs(server - receiver) >= self.lead_to_win
        )
