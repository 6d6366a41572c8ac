"""The last item is free.

The loop ends one too early.

step: 2
theme: prices
shown by: an apple
riddle: It is generous at the end.
hint: What does a single item cost?
"""

from finished import the_rest


def price(items):
    """What some items cost together, in cents."""
    return right_price(items[:-1])


the_rest(globals())
