"""The number is said behind its word.

The number is added at the end, and nobody asks whether there is a word already.

step: 3
theme: fizz and buzz
shown by: saying 3
riddle: It says more than it should.
hint: Ask for any number that has a word.
"""

from finished import the_rest


def say(number):
    """The words for a number, and the number."""
    words = right_say(number)
    return words if words == str(number) else f"{words}{number}"


the_rest(globals())
