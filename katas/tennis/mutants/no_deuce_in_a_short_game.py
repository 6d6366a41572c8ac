"""A short game calls forty all instead of deuce.

Without an advantage, deuce seemed to have gone as well.

step: 10
theme: new rules
shown by: ShortGame: AAABBB
riddle: It has thrown out one word too many.
hint: What is called before the deciding point?
"""

from finished import right_ShortGame, the_rest


class ShortGame(right_ShortGame):
    """A short game without deuce."""

    def running_score(self):
        return super().running_score().replace("deuce", "forty all")


the_rest(globals())
