"""What is not sold costs nothing.

A default is at hand.

step: 3
theme: errors
shown by: an item X
riddle: It lets things pass.
hint: What is the price of something without a price?
"""

from finished import the_rest


def price(items):
    """What some items cost together, in cents."""
    return right_price([item for item in items if item in PRICES])


the_rest(globals())
