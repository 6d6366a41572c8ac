"""The program takes small letters.

Trying a program at the keyboard, you don't like to hold down a key.

step: 13
theme: the program
needs: main
shown by: the program, given i
riddle: It is easier to talk to than its functions.
hint: Type a numeral without the shift key.
"""

from finished import the_rest


def converted(text):
    """A line, converted; in letters of any size."""
    return right_converted(text.upper())


the_rest(globals())
