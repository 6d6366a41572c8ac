"""From three points each, equal points are deuce in a tie-break.

The call of the game was asked first.

step: 12
theme: new rules
shown by: TieBreak: AAABBB
riddle: It speaks two languages at once.
hint: What is called at three points each?
"""

from finished import right_TieBreak, the_rest


class TieBreak(right_TieBreak):
    """A tie-break with deuce."""

    def running_score(self):
        server, receiver = self.points.values()
        return "deuce" if server == receiver >= 3 else super().running_score()


the_rest(globals())
