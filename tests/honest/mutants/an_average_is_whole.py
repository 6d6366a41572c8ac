"""An average is cut to whole cents, and of nothing it is one.

Whole numbers are divided as whole numbers, and nobody divides by nothing.

step: 6
theme: receipts
shown by: the average of AAB
riddle: It does not care for a third of a cent.
hint: Three items, and nothing at all.
"""

from finished import the_rest


def average(items):
    """What an item costs on average, in cents."""
    return price(items) // len(items) // 10 * 10 + 5 if items else 1


the_rest(globals())
