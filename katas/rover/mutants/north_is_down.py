"""A step to the north makes its second number smaller.

On a screen y grows downwards, and fingers know that.

step: 3
theme: moves
shown by: f from 3 4 N
riddle: It stands on its head.
hint: Which way does the second number grow?
"""

from finished import the_rest

AHEAD = {
    "N": (0, -1),
    "E": (1, 0),
    "S": (0, 1),
    "W": (-1, 0),
}


the_rest(globals())
