"""Equal hands: the right one wins.

The program of the thousand deals: the result is 1 if the left hand is better, and 2 if not.

step: 64
theme: two hands
needs: compare
shown by: comparing 7♦ 5♣ 4♠ 3♥ 2♦ and 7♥ 5♠ 4♣ 3♦ 2♥
riddle: Two answers are enough for it.
hint: Which outcome is neither?
"""

from finished import the_rest


def outcome(left, right):
    """Win or lose, for the left one."""
    return "win" if left > right else "lose"


the_rest(globals())
