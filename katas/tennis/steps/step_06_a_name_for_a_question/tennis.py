"""Tennis: what the umpire calls."""

WORDS = ["love", "fifteen", "thirty", "forty"]


class Game:
    """A game between two players."""

    def __init__(self, server, receiver):
        self.server = server
        self.receiver = receiver
        self.server_points = 0
        self.receiver_points = 0

    def point(self, player):
        """A player wins a point."""
        if player == self.server:
            self.server_points += 1
        if player == self.receiver:
            self.receiver_points += 1

    def score(self):
        """What the umpire calls."""
        if self.calls_points():
            if self.server_points == self.receiver_points:
                return f"{WORDS[self.server_points]} all"
            return f"{WORDS[self.server_points]} {WORDS[self.receiver_points]}"
        if self.server_points == self.receiver_points:
            return "deuce"
        if abs(self.server_points - self.receiver_points) == 1:
            return f"advantage {self.leader()}"
        return f"game {self.leader()}"

    def leader(self):
        """The player who has more points."""
        if self.server_points > self.receiver_points:
            return self.server
        return self.receiver

    def calls_points(self):
        """True while points are called; after that, it is who leads."""
        return (
            self.server_points < 4
            and self.receiver_points < 4
            and not (self.server_points == 3 and self.receiver_points == 3)
        )
