"""Twos to sixes score how many there are, and not what they are worth.

With ones both are the same, and the code was copied from there.

step: 4
theme: numbers
shown by: 1 1 1 1 2 as twos
riddle: Each die is worth the same to it.
hint: Which number is right for ones, and too little for all others?
"""

from finished import the_rest


def of_a_number(dice, number):
    """How many dice show a number."""
    return dice.count(number)


the_rest(globals())
