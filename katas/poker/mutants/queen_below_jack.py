"""A jack beats a queen.

Whoever types the thirteen signs in a row gets two of them the wrong way round, and J beats T
and K beats Q all the same.

step: 4
theme: reading cards
shown by: Q♣ against J♠
riddle: Two neighbours at the court have changed places.
hint: Which picture cards have you compared, each with the next?
"""

from finished import the_rest

VALUES = "23456789TQJKA"

the_rest(globals())
