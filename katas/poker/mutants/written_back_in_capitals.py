"""Marked lines come back in capitals.

A line is made uniform before it is read, and that one is printed.

step: 62
theme: spellings
needs: scores
shown by: the lines 6♣ 6♦ a♣ 3♠ k♠ t♥ 8♦, marked
riddle: It corrects the customer.
hint: Is the line before the mark still the one that came?
"""

from finished import the_rest


def marked_lines(lines, results):
    """Each line with the mark of its best hand."""
    return right_marked_lines([line.upper() for line in lines], results)


the_rest(globals())
