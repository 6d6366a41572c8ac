"""A ten is called T.

It says what is written on the card, unless it is a face.

step: 75
theme: two hands
needs: showdown
shown by: who wins B: 9♦ 8♣ 7♠ 5♥ 2♦ W: T♥ T♠ 5♣ 3♦ 2♥
riddle: There is one number that it spells.
hint: Let each value win once, and read its name.
"""

from finished import the_rest


def value_name(value):
    """What a value is called: 9, T, or Jack."""
    return "T" if value == 10 else right_value_name(value)


the_rest(globals())
