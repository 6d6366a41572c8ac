"""0 is written as nothing.

No loop turns, and what comes out looks fine to whoever does not look.

step: 9
theme: limits
needs: to_roman main
shown by: writing 0
riddle: It has an answer where there is none.
hint: What did the Romans have no sign for?
"""

from finished import the_rest


def to_roman(number):
    """The numeral that stands for a number; nothing for 0."""
    return right_to_roman(number) if number else ""


the_rest(globals())
