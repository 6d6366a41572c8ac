"""Ten points win a tie-break.

There are tie-breaks up to ten. This one goes up to seven.

step: 12
theme: new rules
shown by: TieBreak: AAAAAAA
riddle: It would like to go on playing.
hint: How many points in a row win?
"""

from finished import right_TieBreak, the_rest


class TieBreak(right_TieBreak):
    """A tie-break of ten points."""

    points_to_win = 10


the_rest(globals())
