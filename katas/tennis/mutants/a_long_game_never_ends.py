"""After the second deuce nobody wins any more.

The end was written with the numbers of the tests: four points, or five.

step: 0
theme: the end
shown by: Game: AAABBBABAA
riddle: It has never been at a long match.
hint: How long may a game take?
"""

from finished import right_Game, the_rest


class Game(right_Game):
    """A game that ends with five points or never."""

    def is_won(self):
        return super().is_won() and max(self.points.values()) <= 5


the_rest(globals())
