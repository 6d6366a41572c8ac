"""A name is one word.

Black and White are, and so is the next name that comes to mind.

step: 84
theme: two hands
needs: showdown
shown by: who wins Mary Ann: 2H 3D 5S 9C KD Jo: 2C 3H 4S 8C AH
riddle: It is on first-name terms with everybody.
hint: Who else might play?
"""

from finished import the_rest


def cards_and_name(text):
    """The cards and the name before a colon: its last word."""
    words = text.split()
    return " ".join(words[:-1]), " ".join(words[-1:])


the_rest(globals())
