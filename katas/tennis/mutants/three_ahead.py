"""After deuce, a lead of three wins.

A number of the condition was one too large.

step: 0
theme: the end
shown by: Game: AAABBBAA
riddle: It wants to be very sure.
hint: How far ahead is enough?
"""

from finished import right_Game, the_rest


class Game(right_Game):
    """A game that asks for a lead of three after deuce."""

    def is_won(self):
        server, receiver = self.points.values()
        lead = 3 if min(server, receiver) >= 3 else self.lead_to_win
        return super().is_won() and abs(server - receiver) >= lead


the_rest(globals())
