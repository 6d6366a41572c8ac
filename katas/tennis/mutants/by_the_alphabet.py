"""The first name in the alphabet is called first.

The players were sorted, so that their order should be sure.

step: 0
theme: points
shown by: Game: Zoe and Al play
riddle: It would be at home in a phone book.
hint: Who serves: is it in the name?
"""

from finished import right_Game, the_rest


class Game(right_Game):
    """A game called in the order of the alphabet."""

    def __init__(self, server, receiver):
        super().__init__(*sorted((server, receiver)))


the_rest(globals())
