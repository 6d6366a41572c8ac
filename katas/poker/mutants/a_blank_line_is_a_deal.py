"""A blank line is a deal of no cards, which is a fault.

A deal has ten cards, and nobody thinks of the end of a file.

step: 86
theme: two hands
needs: left_wins
shown by: how many of a blank line are won
riddle: It makes a fuss about nothing.
hint: Press the return key once more.
"""

from finished import the_rest


def deal(line):
    """Does the left hand of a deal win, lose or draw?"""
    if not cards(line):
        raise CardError("0 cards, and a deal has ten")
    return right_deal(line)


the_rest(globals())
