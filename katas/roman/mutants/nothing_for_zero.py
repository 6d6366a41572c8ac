"""0 is written as nothing.

No loop runs, and what comes out looks fine at a glance.

step: 9
theme: limits
needs: to_roman main
shown by: writing 0
riddle: It has an answer where there is none.
hint: Which number did the Romans have no letter for?
"""

from finished import the_rest


def to_roman(number):
    """The numeral that stands for a number; nothing for 0."""
    return right_to_roman(number) if number else ""


the_rest(globals())
