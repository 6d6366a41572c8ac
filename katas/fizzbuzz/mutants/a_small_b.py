"""Only the first letter of all is a capital.

Somebody has made it look like a word, with `capitalize`.

step: 6
theme: both words
shown by: saying 15
riddle: It starts well, and gets smaller.
hint: Read two words, letter by letter.
"""

from finished import the_rest


def say(number):
    """The words for a number, as one word."""
    return right_say(number).capitalize()


the_rest(globals())
