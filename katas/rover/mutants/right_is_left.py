"""It turns left for right, and right for left.

The points of the compass were written down the wrong way round.

step: 9
theme: turns
shown by: l from 3 4 N
riddle: It looks into a mirror.
hint: Turn it once, and look at a compass.
"""

from finished import the_rest

TURNS = {"r": -1, "l": 1}


the_rest(globals())
