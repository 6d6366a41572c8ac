"""Each number without a word is said as 1.

The first fake was never taken away.

step: 2
theme: numbers
shown by: saying 2
riddle: It can count, but not far.
hint: Which is the second number of all?
"""

from finished import the_rest


def say(number):
    """The words for a number, or 1."""
    words = right_say(number)
    return "1" if words == str(number) else words


the_rest(globals())
