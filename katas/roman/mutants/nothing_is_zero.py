"""An empty text is 0.

In a pattern of parts that may all be missing, all may be missing.

step: 12
theme: what is no numeral
needs: to_number
shown by: reading nothing
riddle: It finds something in nothing.
hint: What is the shortest text of all?
"""

from finished import the_rest


def to_number(numeral):
    """The number that a numeral stands for; 0 for nothing."""
    return right_to_number(numeral) if numeral else 0


the_rest(globals())
