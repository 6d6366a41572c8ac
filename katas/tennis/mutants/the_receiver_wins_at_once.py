"""An advantage of the receiver is called game.

Two halves became one, and the difference lost its sign.

step: 0
theme: who leads
shown by: Game: AAABBBB
riddle: It is generous to one of two.
hint: Who may have an advantage?
"""

from finished import right_Game, the_rest


class Game(right_Game):
    """A game in which the receiver needs no advantage."""

    def running_score(self):
        call, (server, receiver) = super().running_score(), self.points.values()
        if call.startswith("advantage") and receiver > server:
            return f"game {self.leader()}"
        return call


the_rest(globals())
