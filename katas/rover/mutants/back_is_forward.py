"""Backward is forward.

The line for backward was copied, and its sign was left as it was.

step: 6
theme: moves
shown by: b from 3 4 N
riddle: It knows one way only.
hint: Send it back.
"""

from finished import the_rest

MOVES = {"f": 1, "b": 1}


the_rest(globals())
