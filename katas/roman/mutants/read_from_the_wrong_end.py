"""A numeral is read from right to left.

Whether a letter is taken away depends on its neighbour, and it's easy to look at the wrong one.

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
