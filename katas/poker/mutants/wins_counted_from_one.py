"""It counts one win too many.

The lines are numbered from one, and both counters are set in the same place.

step: 86
theme: two hands
needs: left_wins
shown by: how many of no deals are won
riddle: It is ahead before it has begun.
hint: How many are won where none is?
"""

from finished import the_rest


def left_wins(lines):
    """How many deals of ten cards the left hand wins."""
    number = wins = 1
    for line in lines:
        try:
            wins += deal(line) == "win"
        except CardError as fault:
            raise CardError(f"line {number}: {fault}") from None
        number += 1
    return wins


the_rest(globals())
