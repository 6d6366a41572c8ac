"""Numerals are written from the wrong end.

What is found first is put in front of what is found next, and so stands last.

step: 3
theme: letters
shown by: writing 4
riddle: It says the right things in the wrong order.
hint: Two different letters are enough.
"""

from finished import the_rest


def to_roman(number):
    """The numeral that stands for a number, back to front."""
    return right_to_roman(number)[::-1]


the_rest(globals())
