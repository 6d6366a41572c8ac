"""Three points each are called forty all.

Equal points were asked about first, and the call was returned at once.

step: 0
theme: deuce
shown by: Game: AAABBB
riddle: It does not know a French word.
hint: What is called when both have forty?
"""

from finished import right_Game, the_rest


class Game(right_Game):
    """A game without its first deuce."""

    def running_score(self):
        if set(self.points.values()) == {3}:
            return "forty all"
        return super().running_score()


the_rest(globals())
