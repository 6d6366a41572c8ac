"""The lowest card decides.

To sort is to sort upwards, unless you say something else.

step: 11
theme: reading cards
shown by: 7♦ 5♣ 4♠ 3♥ 2♦ against 6♦ 5♣ 4♠ 3♥ 2♦
riddle: It looks at the right cards from the wrong end.
hint: Two high cards: which card does it look at first?
"""

from finished import the_rest


def highest_first(cards):
    """The cards sorted, but upwards."""
    return sorted(cards)


the_rest(globals())
