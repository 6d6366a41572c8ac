"""Bang is said before the other words.

The new rule was written above the others.

step: 8
theme: a third word
shown by: saying 21
riddle: It can't wait for its turn.
hint: Which word comes last?
"""

from finished import the_rest


def say(number):
    """What a player says, with Bang in front."""
    words = right_say(number)
    return "Bang" + words.removesuffix("Bang") if words.endswith("Bang") else words


the_rest(globals())
