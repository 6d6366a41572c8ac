"""The first points of a tie-break are called in words.

The table of words was kept for as long as it goes.

step: 12
theme: new rules
shown by: TieBreak: nothing
riddle: It falls back into old habits.
hint: How is the first point of a tie-break called?
"""

from finished import right_TieBreak, the_rest


class TieBreak(right_TieBreak):
    """A tie-break in words, as far as they go."""

    def running_score(self):
        call = super().running_score()
        for points, word in enumerate(WORDS):
            call = call.replace(f"{points}", word)
        return call


the_rest(globals())
