"""A letter that only looks like a K is quoted, and not named.

It can be printed, so what is there to spell out?

step: 91
theme: errors
needs: main
shown by: the program, given ‹U+212A›
riddle: It tells you that what you see there isn't there.
hint: Which characters look like those of a card?
"""

from finished import the_rest


def quoted(text):
    """A text in a complaint: cut, and no more."""
    return right_quoted(text).partition(" (")[0]


the_rest(globals())
