"""The last letter of a numeral is not written.

A slice that once took a separator away, and stayed when the separator was gone.

step: 1
theme: letters
shown by: writing 1
riddle: It stops one stroke too early.
hint: Take the smallest number there is.
"""

from finished import the_rest


def to_roman(number):
    """The numeral that stands for a number, without its end."""
    return right_to_roman(number)[:-1]


the_rest(globals())
