"""A line that is no deal counts nothing, and nobody hears of it.

One line of a thousand should not spoil the count.

step: 86
theme: two hands
needs: left_wins
shown by: how many of 5♦ 4♣ 3♠ 2♥ 5♥ 4♠ 3♣ 2♦ are won
riddle: It knows better than to complain.
hint: What does it say of a file in which something is wrong?
"""

from finished import the_rest


def left_wins(lines):
    """How many deals of ten cards the left hand wins, without those that are none."""
    return sum(map(wins, lines))


def wins(line):
    """How often the left hand wins a line."""
    try:
        return right_left_wins([line])
    except CardError:
        return 0


the_rest(globals())
