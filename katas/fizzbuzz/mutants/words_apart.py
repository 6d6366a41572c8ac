"""There is a space between two words.

A list of words was joined by a space, which looks tidy.

step: 6
theme: both words
shown by: saying 15
riddle: It takes a breath.
hint: Look between the words.
"""

from finished import the_rest


def say(number):
    """The words for a number, with spaces."""
    words = [word for divisor, word in WORDS if number % divisor == 0]
    return " ".join(words) or str(number)


the_rest(globals())
