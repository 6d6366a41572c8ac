"""Only four and nine are pairs: forty is XXXX, and ninety is LXXXX.

If you try the numbers up to thirty, you've seen no other pair.

step: 8
theme: pairs
shown by: writing 40
riddle: It was tried on small numbers.
hint: Do the tens follow the same rule?
"""

from finished import the_rest

TABLE = [
    (1000, "M"),
    (500, "D"),
    (100, "C"),
    (50, "L"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
]

the_rest(globals())
