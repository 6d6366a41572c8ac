"""A nine beats a ten.

The ten is the one value that is no digit and no face, and it is put where somebody happened to
think of it.

step: 4
theme: reading cards
shown by: T♣ against 9♠
riddle: The only value with two digits has lost its place.
hint: Compare a ten with the card just below it.
"""

from finished import the_rest

VALUES = "2345678T9JQKA"

the_rest(globals())
