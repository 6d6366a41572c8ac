"""After deuce, the next point wins in every game.

The rule of the short game was written into the game that all others come from.

step: 0
theme: new rules
shown by: Game: AAABBBA
riddle: It decides too early, in places where nobody asked.
hint: Did an old rule survive the new one?
"""

from finished import right_Game, the_rest


class Game(right_Game):
    """A game without advantage."""

    lead_to_win = 1


the_rest(globals())
