"""Only three points each are deuce; after that it is called forty all.

The guard clause asks for 3 and 3.

step: 0
theme: deuce
shown by: Game: AAABBBAB
riddle: It does not like to repeat itself.
hint: What is called when an advantage is lost?
"""

from finished import right_Game, the_rest


class Game(right_Game):
    """A game with one deuce."""

    def running_score(self):
        server, receiver = self.points.values()
        return "forty all" if server == receiver > 3 else super().running_score()


the_rest(globals())
