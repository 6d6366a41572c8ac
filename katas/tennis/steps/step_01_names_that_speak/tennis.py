"""Tennis: what the umpire calls."""


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
            if self.server_points == 0:
                call = "love"
            if self.server_points == 1:
                call = "fifteen"
            if self.server_points == 2:
                call = "thirty"
            if self.server_points == 3:
                call = "forty"
            if self.server_points == self.receiver_points:
                call += " all"
            else:
                if self.receiver_points == 0:
                    call += " love"
                if self.receiver_points == 1:
                    call += " fifteen"
                if self.receiver_points == 2:
                    call += " thirty"
                if self.receiver_points == 3:
                    call += " forty"
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
