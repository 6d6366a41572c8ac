"""Digits of other alphabets make a number too: ٤ is IV.

To ask a text whether it is decimal is shorter than to say what a digit is.

step: 13
theme: the program
needs: main
shown by: the program, given ٤
riddle: It has travelled far.
hint: The statement says which ten digits.
"""

from finished import the_rest


def converted(text):
    """A line, converted; with digits of any alphabet."""
    return to_roman(int(text)) if text.isdecimal() and int(text) in WRITABLE else right_converted(text)


the_rest(globals())
