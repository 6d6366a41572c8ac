"""A jack beats a queen.

Typing thirteen values in a row, you easily swap two of them, and J still beats T and K still
beats Q.

step: 4
theme: reading cards
shown by: Q♣ against J♠
riddle: Two neighbours at the court have changed places.
hint: Which picture cards have you compared, each with the next?
"""

from finished import the_rest

VALUES = "23456789TQJKA"

the_rest(globals())
