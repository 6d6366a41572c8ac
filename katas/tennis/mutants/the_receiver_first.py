"""The points of the receiver are called first.

Whoever renamed two letters took the first one for the player who is called first.

step: 0
theme: words
shown by: Game: A
riddle: It begins with the one who waits.
hint: Whose points are called first?
"""

from finished import right_Game, the_rest


class Game(right_Game):
    """A game that is called the wrong way round."""

    def running_score(self):
        server, receiver = self.points
        turned = right_Game(receiver, server)
        turned.points = {receiver: self.points[receiver], server: self.points[server]}
        return turned.running_score()


the_rest(globals())
