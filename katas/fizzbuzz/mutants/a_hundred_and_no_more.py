"""After 100, a number is said as it is.

The game is usually played up to a hundred, and so is the list that was written down.

step: 5
theme: fizz and buzz
shown by: saying 102
riddle: It gets tired.
hint: How far do your examples go?
"""

from finished import the_rest


def say(number):
    """What a player says up to 100."""
    return right_say(number) if number <= 100 else str(number)


the_rest(globals())
