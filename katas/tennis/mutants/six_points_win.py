"""Six points win a tie-break, with a lead of two.

A set has six games, and the number stayed in somebody's mind.

step: 12
theme: new rules
shown by: TieBreak: AAAAAA
riddle: It mixes up points and games.
hint: How many points in a row win?
"""

from finished import right_TieBreak, the_rest


class TieBreak(right_TieBreak):
    """A tie-break of six points."""

    points_to_win = 6


the_rest(globals())
