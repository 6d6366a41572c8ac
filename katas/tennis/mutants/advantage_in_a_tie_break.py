"""From three points each, a lead is an advantage in a tie-break.

The call of the game was asked first.

step: 12
theme: new rules
shown by: TieBreak: AAAABBB
riddle: It sees an advantage in everything.
hint: Who is ahead, and what is called then?
"""

from finished import right_TieBreak, the_rest


class TieBreak(right_TieBreak):
    """A tie-break with advantage."""

    def running_score(self):
        server, receiver = self.points.values()
        if min(server, receiver) >= 3 and server != receiver:
            return f"advantage {self.leader()}"
        return super().running_score()


the_rest(globals())
