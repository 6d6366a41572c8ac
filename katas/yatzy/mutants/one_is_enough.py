"""A number counts once, however many dice show it.

The code asks whether the number is there, and not how often.

step: 3
theme: numbers
shown by: 1 1 1 1 1 as ones
riddle: It looks for one, and stops looking.
hint: Throw more of them.
"""

from finished import the_rest


def of_a_number(dice, number):
    """The number, if a die shows it."""
    return number if number in dice else 0


the_rest(globals())
