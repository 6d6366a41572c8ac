"""With equal points the word is called twice, as in fifteen fifteen.

When the ladder became a function, the case of equal points went with it.

step: 0
theme: words
shown by: Game: nothing
riddle: It says the same thing again.
hint: What is called when both have as much?
"""

from finished import right_Game, the_rest


class Game(right_Game):
    """A game without the word all."""

    def running_score(self):
        call = super().running_score()
        word = call.removesuffix(" all")
        return call if word == call else f"{word} {word}"


the_rest(globals())
