"""Of two words only the first is said.

Each question ends the function, and the first that fits is answered.

step: 6
theme: both words
shown by: saying 15
riddle: It doesn't finish what it has begun.
hint: Is there a number with more than one word?
"""

from finished import the_rest


def say(number):
    """The first word for a number."""
    for divisor, word in WORDS:
        if number % divisor == 0:
            return word
    return str(number)


the_rest(globals())
