"""It goes west if it looks east, and east if it looks west.

The signs of two directions were swapped.

step: 4
theme: moves
shown by: f from 3 4 E
riddle: It holds the map to the light from behind.
hint: Where does the sun rise?
"""

from finished import the_rest

AHEAD = {
    "N": (0, 1),
    "E": (-1, 0),
    "S": (0, -1),
    "W": (1, 0),
}


the_rest(globals())
