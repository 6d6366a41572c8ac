"""A number counts all dice that show it or more.

The wrong sign was typed, and the first example had no higher dice.

step: 3
theme: numbers
shown by: 1 1 1 1 2 as ones
riddle: It takes more than it was promised.
hint: Look at the dice that lie above.
"""

from finished import the_rest


def of_a_number(dice, number):
    """The dice that show a number or more, added up."""
    return sum(die for die in dice if die >= number)


the_rest(globals())
