"""Nought is called love in a tie-break, too.

Numbers took the place of all words but the one that is no number.

step: 12
theme: new rules
shown by: TieBreak: nothing
riddle: It is a bit romantic.
hint: What is called when nobody has a point?
"""

from finished import right_TieBreak, the_rest


class TieBreak(right_TieBreak):
    """A tie-break that begins at love."""

    def running_score(self):
        return " ".join("love" if part == "0" else part for part in super().running_score().split())


the_rest(globals())
