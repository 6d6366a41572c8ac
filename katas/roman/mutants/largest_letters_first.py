"""The letters of a numeral are sorted, the largest first.

Up to three this is right, and from five to eight as well.

step: 7
theme: pairs
shown by: writing 4
riddle: It likes good order, and has too much of it.
hint: When does a small letter stand on the left?
"""

from finished import the_rest


def to_roman(number):
    """The numeral that stands for a number, in good order."""
    return "".join(sorted(right_to_roman(number), key="MDCLXVI".index))


the_rest(globals())
