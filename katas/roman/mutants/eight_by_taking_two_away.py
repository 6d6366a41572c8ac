"""Eight is IIX.

If one may be taken away, then why not two?

step: 8
theme: pairs
shown by: writing 8
riddle: It takes more than it may.
hint: Try what comes before nine.
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
    (8, "IIX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
]

the_rest(globals())
