"""A number without a word is returned as a number, not as a text.

In the terminal both look the same.

step: 1
theme: numbers
needs: say
shown by: saying 1
riddle: It looks right, and is of another kind.
hint: Compare what comes back with a text.
"""

from finished import the_rest


def say(number):
    """The words for a number, or the number itself."""
    words = right_say(number)
    return number if words == str(number) else words


the_rest(globals())
