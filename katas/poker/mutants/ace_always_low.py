"""The ace is worth one, and never fourteen.

One rule lets the ace count low, and so it counts low everywhere.

step: 4
theme: reading cards
shown by: A♣ against 2♠
riddle: The first shall be the last, and not only where that is right.
hint: What does an ace beat?
"""

from finished import the_rest


def value(character):
    """What the first character of a card is worth."""
    return 1 + "A23456789TJQK".index(character)


the_rest(globals())
