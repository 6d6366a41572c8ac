"""From three on everything is Fizz.

It asks for the wrong thing.

step: 3
theme: three
shown by: saying 4
riddle: It begins well.
hint: What comes after three?
"""

from finished import the_rest


def say(number):
    """What is said at a number."""
    return "Fizz" if number > 2 else str(number)


the_rest(globals())
