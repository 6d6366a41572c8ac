"""What is below zero is written as nothing.

The check asks for 0, because 0 was the case that came to mind.

step: 9
theme: limits
needs: to_roman
shown by: writing -1
riddle: It guards the door, and leaves the cellar open.
hint: How far below the smallest number have you looked?
"""

from finished import the_rest


def to_roman(number):
    """The numeral that stands for a number; nothing below 0."""
    return right_to_roman(number) if number >= 0 else ""


the_rest(globals())
