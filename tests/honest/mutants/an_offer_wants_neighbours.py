"""An offer counts only where the items lie side by side.

It looks for a text in a text.

step: 4
theme: prices
shown by: the items ABA
riddle: It looks at the belt, and not into the bag.
hint: Put something between two that belong together.
"""

from finished import the_rest


def price(items):
    """What some items cost together, in cents."""
    return sum(right_price(run) for run in "".join(items).replace("AB", "A B").replace("BA", "B A").split())


the_rest(globals())
