"""A short game has an advantage like any other.

The class was written, and its rule forgotten.

step: 10
theme: new rules
shown by: ShortGame: AAABBBA
riddle: It is short by name alone.
hint: What happens after deuce?
"""

from finished import right_ShortGame, the_rest


class ShortGame(right_ShortGame):
    """A short game with advantage."""

    lead_to_win = 2


the_rest(globals())
