"""Four is IIII.

Many clocks have it.

step: 7
theme: pairs
shown by: writing 4
riddle: It has learned from a clock.
hint: What is missing on the dial, compared with the rules?
"""

from finished import the_rest

TABLE = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (1, "I"),
]

the_rest(globals())
