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
        call = ""
        if (
            self.server_points < 4
            and self.receiver_points < 4
            and not (self.server_points == 3 and self.receiver_points == 3)
        ):
            call = WORDS[self.server_points]
            if self.server_points == self.receiver_points:
                call += " all"
            else:
                call += " " + WORDS[self.receiver_points]
        else:
            if self.server_points == self.receiver_points:
                call = "deuce"
            else:
                if self.server_points > self.receiver_points:
                    if self.server_points - self.receiver_points == 1:
                        call = "advantage " + self.server
                    else:
                        call = "game " + self.server
                else:
                    if self.receiver_points - self.server_points == 1:
                        call = "advantage " + self.receiver
                    else:
                        call = "game " + self.receiver
        return call
