"""Nine is VIIII.

The pair for four is found, and it is taken for the only one.

step: 8
theme: pairs
shown by: writing 9
riddle: It knows one exception, where there are more.
hint: What else has four strokes in a row?
"""

from finished import the_rest


def to_roman(number):
    """The numeral that stands for a number, nine in five letters."""
    return right_to_roman(number).replace("IX", "VIIII")


the_rest(globals())
