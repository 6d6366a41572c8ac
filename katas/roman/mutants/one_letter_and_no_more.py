"""Every numeral has one letter.

The first fake was never taken away: one letter is always returned.

step: 2
theme: letters
shown by: writing 2
riddle: It is brief.
hint: Which number is the first to need two letters?
"""

from finished import the_rest


def to_roman(number):
    """The numeral that stands for a number, as far as one letter goes."""
    return right_to_roman(number)[:1]


the_rest(globals())
