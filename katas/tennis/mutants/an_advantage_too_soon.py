"""At forty thirty an advantage is called.

The question whether points are called got a name, and lost a part of it.

step: 0
theme: deuce
shown by: Game: AAABB
riddle: It runs ahead of deuce.
hint: How many points must both have before there is an advantage?
"""

from finished import right_Game, the_rest


class Game(right_Game):
    """A game with an advantage before deuce."""

    def running_score(self):
        if sorted(self.points.values()) == [2, 3]:
            return f"advantage {self.leader()}"
        return super().running_score()


the_rest(globals())
