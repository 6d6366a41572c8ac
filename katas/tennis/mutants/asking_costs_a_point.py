"""Whoever asks for the call takes all points away.

Something that only asked began to change something.

step: 0
theme: points
shown by: Game: A, and asked twice
riddle: It answers well, but once.
hint: Ask, and ask again.
"""

from finished import right_Game, the_rest


class Game(right_Game):
    """A game that forgets its points when it is asked."""

    def score(self):
        call = super().score()
        self.points = dict.fromkeys(self.points, 0)
        return call


the_rest(globals())
