"""The cards of a deal go to the left and to the right in turn.

This is how cards are dealt at a table.

step: 86
theme: two hands
needs: left_wins
shown by: how many of 5♦ 4♣ 3♠ 2♥ 7♥ 6♠ 5♣ 4♦ 3♥ 2♠ are won
riddle: It deals again what is dealt already.
hint: Whose is the second card?
"""

from finished import the_rest


def deal(line):
    """Does the left hand of a deal win, lose or draw?"""
    words = line.split()
    return right_deal(" ".join(words[::2] + words[1::2]))


the_rest(globals())
