"""A numeral is read from right to left.

To know whether a letter is taken away one looks at its neighbour, and it is easy to take the wrong one.

step: 11
theme: reading
needs: to_number main
shown by: reading IV
riddle: It comes from the other side.
hint: Use two letters that change their meaning with their order.
"""

from finished import the_rest


def to_number(numeral):
    """The number that a numeral stands for, from its end."""
    return right_to_number(numeral[::-1])


the_rest(globals())
